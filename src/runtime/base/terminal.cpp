#include "base/terminal.h"

#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <optional>
#include <system_error>
#include <utility>

#include "base/log.h"
#include "base/process.h"
#include "base/readable.h"
#include "base/utf8.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard {

size_t terminal_columns(int descriptor) {
  constexpr size_t kUsual = 80;
  winsize size{};
  return ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : kUsual;
}

namespace {

/// Whether a line is a row of a table, whose columns are separated by two or more spaces.
bool is_row_of_table(std::string_view line, size_t margin) {
  return line.find("  ", margin) != std::string_view::npos;
}

std::string fitted_line(std::string_view line, size_t columns, size_t indent) {
  const size_t margin = std::min(line.find_first_not_of(' '), line.size());
  const size_t widest_margin = std::max(margin, indent);
  const bool fits = decode_utf8(line).size() <= columns || columns <= 2 * widest_margin;
  if (fits || is_row_of_table(line, margin)) return std::string(line);
  return std::string(margin, ' ') + wrapped(line, columns - widest_margin, indent);
}

}  // namespace

std::string fitted(std::string_view text, int descriptor, size_t indent) {
  if (::isatty(descriptor) != 1) return std::string(text);
  const size_t columns = terminal_columns(descriptor);
  std::string lines;
  for (auto end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    lines += fitted_line(text.substr(0, end), columns, indent) + '\n';
    text.remove_prefix(end + 1);
  }
  return lines + fitted_line(text, columns, indent);
}

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
  // Fields that do not fit are dropped, starting with the last.
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

PromptEnd::PromptEnd(std::string last_words)
    : last_words_(std::move(last_words)), watching_([this] { watch(); }) {}

PromptEnd::~PromptEnd() {
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  changed_.notify_all();
  watching_.join();
}

void PromptEnd::watch() {
  using std::chrono::milliseconds;
  constexpr milliseconds kBetweenLooks(20);
  constexpr milliseconds kToStopByItself(400);
  std::unique_lock lock(mutex_);
  const auto is_over = [&] { return is_over_; };
  while (!requested_interrupt()) {
    if (changed_.wait_for(lock, kBetweenLooks, is_over)) return;
  }
  const int signal = *requested_interrupt();
  if (changed_.wait_for(lock, kToStopByItself, is_over)) return;
  write_all(STDERR_FILENO, last_words_ + '\n');  // not through the log, whose lock may be held
  ::_exit(exit_code_of_signal(signal));
}

namespace {

constexpr size_t kBufferSize = size_t{1} << 16;

void write_bytes(std::string_view bytes) {
  if (write_all(STDOUT_FILENO, bytes)) return;
  if (errno == EPIPE) throw OutputClosed();
  throw Error("cannot be written: " + std::generic_category().message(errno), "standard output", "",
              ExitCode::failure);
}

/// Names, texts and metadata of unknown origin must not control a terminal.
void write_result(std::string_view bytes) {
  if (standard_output_is_terminal()) return write_bytes(printable_result(bytes));
  write_bytes(bytes);
}

/// Device and inode of a regular file; nothing for any other file.
std::optional<std::pair<dev_t, ino_t>> place_of_file(const std::string& path, int standard_stream) {
  struct stat status {};
  const int code = path == "-" ? ::fstat(standard_stream, &status) : ::stat(path.c_str(), &status);
  if (code != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return std::pair(status.st_dev, status.st_ino);
}

}  // namespace

void check_replaces_no_input(const std::string& output, const std::vector<std::string>& inputs) {
  const auto place = place_of_file(output, STDOUT_FILENO);
  if (!place) return;
  for (const auto& input : inputs) {
    if (place_of_file(input, STDIN_FILENO) != place) continue;
    throw Error("is an input file that the output would replace",
                output == "-" ? "standard output" : output, "write to another file");
  }
}

OutputFile::OutputFile(const std::string& path) {
  if (path != "-") file_ = std::make_unique<AtomicFile>(path);
  if (path.ends_with(".gz")) gzip_ = std::make_unique<GzipStream>();
}

OutputFile::~OutputFile() {
  try {
    if (!file_) flush();
  } catch (const std::exception&) {  // the exception in flight is the one to report
  }
}

void OutputFile::write(std::string_view bytes) {
  if (gzip_) return file_->write(gzip_->add(bytes));
  if (file_) return file_->write(bytes);
  buffer_.append(bytes);
  if (buffer_.size() >= kBufferSize) flush();
}

void OutputFile::flush() {
  if (file_) return file_->flush();
  const std::string bytes = std::move(buffer_);
  buffer_.clear();
  write_result(bytes);
}

void OutputFile::commit() {
  if (gzip_) file_->write(gzip_->end());
  if (file_) return file_->commit();
  flush();
}

bool standard_output_is_terminal() { return ::isatty(STDOUT_FILENO) == 1; }

void write_standard_output(std::string_view bytes) { write_result(bytes); }

void write_colored_output(std::string_view bytes) { write_bytes(bytes); }

}  // namespace regard
