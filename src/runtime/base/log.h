#pragma once
#include <string>
#include <string_view>

#include "regard/base/str.h"

namespace regard {

/// Verbose: messages say technical details, too, such as the share of the machine that is used.
void set_verbose(bool verbose);
bool is_verbose();

/// All messages go to standard error, a line at a time, from any thread.
/// A status line, which a terminal shows below all others, is removed before a line is printed.

/// Prints `line` unless quiet.
void print_log_line(std::string_view line);
/// Prints "regard: warning: `text`", quiet or not.
void print_warning(std::string_view text);

/// log_info("step ", step, ": loss ", loss)
template <class... Parts>
void log_info(const Parts&... parts) {
  print_log_line(str(parts...));
}

template <class... Parts>
void log_warning(const Parts&... parts) {
  print_warning(str(parts...));
}

/// Quiet: log_info and status lines print nothing, warnings stay.
void set_quiet(bool quiet);
bool is_quiet();

/// Shows `line` as the last line of the terminal until the next call; empty removes it.
/// Cut to the width of the terminal. Does nothing when quiet or when there is no terminal.
void show_status(std::string_view line);

/// Whether standard error is a terminal that can move its cursor.
bool stderr_is_terminal();

enum class ColorMode { automatic, always, never };

/// The rule: NO_COLOR set and not empty, TERM=dumb or no terminal mean no color, unless `mode`
/// decides.
bool color_is_wanted(ColorMode mode, bool is_terminal, const char* no_color, const char* term);

/// What warnings and errors follow; `automatic` until set.
void set_color_mode(ColorMode mode);
bool stderr_has_color();

}  // namespace regard
