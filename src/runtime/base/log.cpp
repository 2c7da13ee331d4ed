#include "base/log.h"

#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <mutex>

#include "base/process.h"
#include "base/readable.h"
#include "base/terminal.h"
#include "base/utf8.h"

namespace regard {
namespace {

std::atomic<bool> verbose = false;

}  // namespace

void set_verbose(bool wanted) { verbose = wanted; }
bool is_verbose() { return verbose; }

namespace {

constexpr std::string_view kClearLine = "\r\033[K";
constexpr size_t kIndent = 2;  // indent of the continuation lines of a wrapped message

// Every write to standard error goes through this object.
struct StandardError {
  std::mutex mutex;
  std::string status;  // the status line now on the terminal
  std::atomic<bool> quiet{false};
  std::atomic<ColorMode> color{ColorMode::automatic};
};

StandardError& standard_error() {
  static StandardError instance;
  return instance;
}

// A single write, so that lines of several processes do not mix. A failure cannot be reported
// anywhere.
void write_bytes(std::string_view bytes) { write_all(STDERR_FILENO, bytes); }

void write_line(std::string_view line) {
  auto& out = standard_error();
  const std::lock_guard lock(out.mutex);
  std::string bytes;
  if (!out.status.empty()) bytes += kClearLine;
  bytes += fitted(line, STDERR_FILENO, kIndent);
  bytes += '\n';
  bytes += out.status;
  write_bytes(bytes);
}

// The first `width` characters of UTF-8; each counts as one column.
std::string_view cut(std::string_view line, size_t width) {
  size_t characters = 0;
  for (size_t i = 0; i < line.size(); ++i) {
    const bool begins_character = !continues_character(line[i]);
    if (begins_character && characters++ == width) return line.substr(0, i);
  }
  return line;
}

}  // namespace

void print_log_line(std::string_view line) {
  if (!is_quiet()) write_line(line);
}

void print_warning(std::string_view text) {
  const bool color = stderr_has_color();
  write_line(str("regard: ", color ? "\033[33m" : "", "warning", color ? "\033[0m" : "", ": ",
                 printable(text)));
}

void set_quiet(bool quiet) { standard_error().quiet = quiet; }

bool is_quiet() { return standard_error().quiet; }

void show_status(std::string_view line) {
  if (is_quiet() || !stderr_is_terminal()) return;
  auto& out = standard_error();
  const std::lock_guard lock(out.mutex);
  if (line.empty() && out.status.empty()) return;
  out.status = cut(line, terminal_columns(STDERR_FILENO) - 1);
  write_bytes(str(kClearLine, out.status));
}

bool stderr_is_terminal() {
  const char* term = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) == 1 && (term == nullptr || std::string_view(term) != "dumb");
}

bool color_is_wanted(ColorMode mode, bool is_terminal, const char* no_color, const char* term) {
  if (mode != ColorMode::automatic) return mode == ColorMode::always;
  if (no_color != nullptr && *no_color != '\0') return false;
  return is_terminal && term != nullptr && std::string_view(term) != "dumb";
}

void set_color_mode(ColorMode mode) { standard_error().color = mode; }

bool stderr_has_color() {
  return color_is_wanted(standard_error().color, ::isatty(STDERR_FILENO) == 1,
                         std::getenv("NO_COLOR"), std::getenv("TERM"));
}

}  // namespace regard
