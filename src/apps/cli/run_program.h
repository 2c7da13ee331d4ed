#pragma once
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/program.h"

namespace regard::cli {

/// An environment variable that regard reads, or several that belong together.
struct EnvironmentVariable {
  std::string_view names;  ///< "XDG_STATE_HOME, HOME"
  std::string_view sentence;
  std::string_view command;  ///< the command that reads it; empty: every command
};

std::span<const EnvironmentVariable> environment_variables();

}  // namespace regard::cli

namespace CLI {  // NOLINT(readability-identifier-naming)
class App;
}

namespace regard::cli {

/// Parses the arguments of a command. Prints its help and returns false if requested. Throws Error,
/// naming the nearest option, for a misspelled one.
bool parse(CLI::App& command, const std::vector<std::string>& arguments);

/// Names the help on the arguments that parse() read: "see regard corpus clean --help".
std::string see_help_of_parsed(const CLI::App& command);

/// Makes any uncaught exception end the program with one line and exit code 1 instead of SIGABRT.
/// Allocates nothing and needs no initialized library.
void set_last_resort() noexcept;

/// Runs the program and returns its exit code. Reports exceptions on standard error in one line,
/// with a line for the remedy, and stays silent if only the reader of standard output is gone.
int report_errors(const std::function<int()>& run);

/// regard is two programs: one that starts at once, without LibTorch, and regard-libtorch, which
/// has all commands. The first runs the other when needed.

/// The path of regard-libtorch, in the folder of the running program or in the installation's
/// libexec/regard; empty if it is missing, or is the running program.
std::string program_with_libtorch();

/// Replaces this process with regard-libtorch, with the same arguments, if that is installed.
void hand_over(char** arguments);

/// Runs regard COMMAND [ARGUMENTS]: finds the command, parses its arguments and runs it. Replaces
/// itself with regard-libtorch if that is needed and installed. Returns the exit code.
int run_program(const Program& program, int argc, char** argv);

}  // namespace regard::cli
