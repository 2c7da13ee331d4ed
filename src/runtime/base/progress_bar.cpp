#include "base/progress_bar.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/log.h"
#include "base/terminal.h"
#include "regard/base/str.h"

namespace regard {
namespace {

constexpr auto kPause = std::chrono::milliseconds(100);
constexpr int64_t kWidth = 24;

std::string two_units(int64_t large, const char* large_unit, int64_t small,
                      const char* small_unit) {
  char text[64];
  std::snprintf(text, sizeof text, "%lld %s %02lld %s", static_cast<long long>(large), large_unit,
                static_cast<long long>(small), small_unit);
  return text;
}

}  // namespace

ProgressBar::ProgressBar(int64_t total, std::string label)
    : total_(total), label_(std::move(label)), time_left_(total), drawn_(Clock::now() - kPause) {}

void ProgressBar::update(int64_t done, std::string_view fields) {
  const auto now = Clock::now();
  const double left =
      time_left_.update(std::chrono::duration<double>(now.time_since_epoch()).count(), done);
  if (now - drawn_ < kPause || !stderr_is_terminal() || is_quiet()) return;
  drawn_ = now;
  shown_ = true;
  show_status(
      progress_line(label_, done, total_, fields, left, terminal_columns(STDERR_FILENO) - 1));
}

void ProgressBar::finish() {
  if (shown_) show_status("");
  shown_ = false;
  time_left_.pause();
}

std::string progress_line(std::string_view label, int64_t done, int64_t total,
                          std::string_view fields, double seconds_left, size_t columns) {
  std::string line = str(label, "  ");
  if (total > 0) {
    done = std::clamp<int64_t>(done, 0, total);
    const int64_t filled = done * kWidth / total;
    line += '[' + std::string(static_cast<size_t>(filled), '=');
    if (filled < kWidth) line += '>' + std::string(static_cast<size_t>(kWidth - filled - 1), ' ');
    line += str("] ", done * 100 / total, " %");
  } else {
    line += str(done);
  }
  if (total > 0 && seconds_left >= 0) line += str("  ", format_duration(seconds_left), " left");
  // Fields that do not fit are left out, the last ones first.
  const auto room = columns - std::min(columns, line.size() + 2);
  if (fields.size() > room) {
    const auto comma = fields.substr(0, room + 1).rfind(", ");
    fields = fields.substr(0, comma == std::string_view::npos ? 0 : comma);
  }
  if (!fields.empty()) line += str("  ", fields);
  return line;
}

std::string format_duration(double seconds) {
  if (!(seconds >= 0)) return "?";
  if (seconds < 9.95) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f s", seconds);
    return text;
  }
  const auto whole = static_cast<int64_t>(std::llround(std::min(seconds, 1e15)));
  constexpr int64_t kMinute = 60, kHour = 60 * kMinute, kDay = 24 * kHour;
  if (whole < kMinute) return str(whole, " s");
  if (whole < kHour) return two_units(whole / kMinute, "min", whole % kMinute, "s");
  if (whole < kDay) return two_units(whole / kHour, "h", whole % kHour / kMinute, "min");
  return two_units(whole / kDay, "d", whole % kDay / kHour, "h");
}

}  // namespace regard
