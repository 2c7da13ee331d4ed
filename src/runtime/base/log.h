#pragma once
#include <string>
#include <string_view>

#include "regard/base/str.h"

namespace regard {

/// Verbose messages add technical details, such as hardware utilization.
void set_verbose(bool verbose);
bool is_verbose();

/// All messages go to standard error, a line at a time, from any thread.
/// A status line, the last line of a terminal, is removed before another line is printed.

/// Prints `line` unless quiet.
void print_log_line(std::string_view line);
/// Prints "regard: warning: `text`", even if quiet.
void print_warning(std::string_view text);

/// Example: log_info("step ", step, ": loss ", loss)
template <class... Parts>
void log_info(const Parts&... parts) {
  print_log_line(str(parts...));
}

template <class... Parts>
void log_warning(const Parts&... parts) {
  print_warning(str(parts...));
}

/// When quiet, log_info and status lines print nothing; warnings still appear.
void set_quiet(bool quiet);
bool is_quiet();

/// Shows `line` as the last line of the terminal until the next call; an empty line removes it.
/// The line is truncated to the width of the terminal. Does nothing if quiet or without a terminal.
void show_status(std::string_view line);

/// Whether standard error is a terminal that supports cursor movement.
bool stderr_is_terminal();

enum class ColorMode { automatic, always, never };

/// Whether to use color: `mode` decides; if automatic, only on a terminal, unless NO_COLOR is set
/// and not empty or TERM is dumb.
bool color_is_wanted(ColorMode mode, bool is_terminal, const char* no_color, const char* term);

/// The color mode of warnings and errors; `automatic` until set.
void set_color_mode(ColorMode mode);
bool stderr_has_color();

}  // namespace regard
