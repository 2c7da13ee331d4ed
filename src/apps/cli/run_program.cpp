#include "cli/run_program.h"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <filesystem>
#include <iostream>
#include <new>
#include <regex>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/atomic_file.h"
#include "base/files.h"
#include "base/log.h"
#include "base/machine.h"
#include "base/process.h"
#include "base/readable.h"
#include "base/stopwatch.h"
#include "base/terminal.h"
#include "base/version.h"
#include "cli/completion.h"
#include "cli/grammar.h"
#include "cli/program.h"
#include "regard/base/error.h"
#include "regard/base/mapped_file.h"
#include "regard/base/str.h"
#include "regard/translate/bundled_models.h"
#include "translate/searcher.h"

namespace regard::cli {
namespace {

std::string_view last_line() {
  if (const auto error = std::current_exception()) {
    try {
      std::rethrow_exception(error);
    } catch (const std::bad_alloc&) {
      return "regard: out of memory\n";
    } catch (...) {  // reported below
    }
  }
  return "regard: stopped by an unexpected error\n";
}

[[noreturn]] void end() {
  const auto line = last_line();
  // If standard error is closed or full, nothing more can be reported.
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, line.data(), line.size());
  ::_exit(static_cast<int>(ExitCode::failure));
}

}  // namespace

void set_last_resort() noexcept { std::set_terminate(end); }

namespace {

constexpr std::string_view kName = "regard: ";
constexpr int kFailure = static_cast<int>(ExitCode::failure);

// regard: WHERE: WHAT
//         REMEDY
void print(const std::string& what, const std::string& remedy) {
  const std::string indent(8, ' ');
  std::istringstream text(printable(what + '\n' + remedy));
  std::string lines;
  for (std::string line; std::getline(text, line);) {
    lines +=
        fitted((lines.empty() ? std::string(kName) : indent) + line, STDERR_FILENO, indent.size()) +
        '\n';
  }
  if (stderr_has_color()) {
    lines.replace(0, kName.size(),
                  str("\033[1;31m", kName.substr(0, kName.size() - 1), "\033[0m "));
  }
  write_all(STDERR_FILENO, lines);
}

std::string first_line(std::string_view text) {
  return std::string(text.substr(0, text.find('\n')));
}

}  // namespace

int report_errors(const std::function<int()>& run) {
  try {
    const int exit_code = run();
    if (!std::cout.flush()) throw OutputClosed();
    return exit_code;
  } catch (const OutputClosed&) {
    return exit_code_of_signal(SIGPIPE);
  } catch (const Interrupted& stop) {
    return exit_code_of_signal(stop.signal);
  } catch (const Error& error) {
    print(error.what(), error.remedy());
    return static_cast<int>(error.exit_code());
  } catch (const std::filesystem::filesystem_error& error) {
    print(str(error.path1().string(), ": ", error.code().message()), "");
  } catch (const std::exception& error) {
    if (is_out_of_memory(error)) {
      print("out of memory", "use smaller batches");
    } else {
      print(first_line(error.what()), "");  // LibTorch adds a trace
    }
  }
  return kFailure;
}

namespace {

namespace fs = std::filesystem;

constexpr const char* kProgramWithLibtorch = "regard-libtorch";

/// Shortens the spinning of LibTorch's threads, which keeps their cores busy while they wait for
/// each other. A short spin, which libgomp uses if there are more threads than cores, costs
/// training nothing and halves the training time next to another busy program (docs/trials.md).
void set_short_waits() {
  constexpr const char* kTurns = "1000";
  if (std::getenv("GOMP_SPINCOUNT") != nullptr || std::getenv("OMP_WAIT_POLICY") != nullptr) return;
  ::setenv("GOMP_SPINCOUNT", kTurns, 1);
}

}  // namespace

std::string program_with_libtorch() {
  const fs::path own = own_program();
  if (own.empty() || own.filename() == kProgramWithLibtorch) return "";
  for (const auto& path :
       {own.parent_path() / kProgramWithLibtorch,
        own.parent_path().parent_path() / "libexec/regard" / kProgramWithLibtorch}) {
    if (is_there(path)) return path.string();
  }
  return "";
}

void hand_over(char** arguments) {
  const auto program = program_with_libtorch();
  if (program.empty()) return;
  set_short_waits();
  ::execv(program.c_str(), arguments);  // returns only on failure
}

namespace {

constexpr auto kFirstSteps =
    R"(regard translates between English and French with models that you train.

)";
constexpr auto kStepWithOwnModel =
    R"(  regard translate "Where is the station?"     translate with the bundled model
)";
constexpr auto kNextSteps =
    R"(  regard train configs/quick-transformer.yaml  train on the sentences in data/
  regard train --data pairs.tsv --minutes 10   train on your own sentences
  regard translate runs/quick-transformer      type English, read French
  regard compare runs/ONE runs/OTHER           show which is better, and what to do
  regard --help                                list all commands
)";

/// Used when the program without LibTorch is built (scripts/cmake/grammar.cmake).
constexpr std::string_view kGrammarOption = "--grammar";

/// Used by the scripts of `regard completion`, at each Tab.
constexpr std::string_view kComplete = "complete";

std::string versions(const Program& program) {
  return str("regard ", kVersion, "\n", program.library_versions(), "SentencePiece ",
             REGARD_SENTENCEPIECE_VERSION, "\n");
}

/// With -v, logs the time and memory that the command took.
void tell_cost(const Stopwatch& stopwatch) {
  if (!is_verbose()) return;
  const double of_processor = static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
  log_info("took ", fixed(stopwatch.seconds(), 2), " s, ", fixed(of_processor, 2),
           " s of processor time and ", fixed(peak_mebibytes(), 0), " MiB of memory");
}

bool has_option(const Grammar& command, const std::string& name) {
  return std::ranges::any_of(command.options, [&](const Argument& option) {
    return std::ranges::find(option.names, name) != option.names.end();
  });
}

/// The text with each search key replaced by the command's option, as the user types it:
/// search.beam_size becomes --beam-size.
std::string with_options(const std::string& text, const Grammar& command) {
  static const std::regex kKey("search\\.([a-z_]+)");
  std::string found;
  auto from = text.begin();
  for (std::sregex_iterator match(text.begin(), text.end(), kKey), end; match != end; ++match) {
    auto option = "--" + match->str(1);
    std::ranges::replace(option, '_', '-');
    found.append(from, text.begin() + match->position());
    found += has_option(command, option) ? option : match->str();
    from = (*match)[0].second;
  }
  return found.append(from, text.end());
}

int run_command(const Program& program, const Command& command,
                const std::vector<std::string>& arguments) {
  const Stopwatch stopwatch;
  const auto declaration = declared(program, command);
  try {
    if (!parse(*declaration.app, arguments)) return 0;
    const int exit_code = declaration.run();
    tell_cost(stopwatch);
    return exit_code;
  } catch (const Error& error) {
    const bool is_of_several_lines = error.problem().find('\n') != std::string::npos;
    const bool lacks_remedy = error.remedy().empty() && error.exit_code() == ExitCode::usage;
    const auto remedy = lacks_remedy && !is_of_several_lines ? see_help_of_parsed(*declaration.app)
                                                             : error.remedy();
    const auto grammar = grammar_of(*declaration.app);
    const auto of_user = [&](const std::string& text) { return with_options(text, grammar); };
    const auto where = of_user(error.where());
    const auto problem = of_user(error.problem());
    if (where != error.where() && problem.starts_with("is ")) {
      throw Error(where + ' ' + problem, {}, of_user(remedy), error.exit_code());
    }
    const bool is_same =
        problem == error.problem() && where == error.where() && of_user(remedy) == error.remedy();
    if (is_same) throw;  // keeps its type, which may be a derived class
    throw Error(problem, where, of_user(remedy), error.exit_code());
  }
}

bool is_help(std::string_view word) { return word == "--help" || word == "-h"; }
bool is_version(std::string_view word) {
  return word == "--version" || word == "-V" || word == "version";
}

/// The names of the command whose help is requested, subcommands included: regard train --help,
/// regard help train, regard help tokenizer train.
std::vector<std::string> asked_for_help(std::vector<std::string> arguments) {
  if (arguments.size() < 2) return {};
  if (arguments[0] == "help" || is_help(arguments[0])) {
    arguments.erase(arguments.begin());
  } else if (arguments.size() == 2 && is_help(arguments[1])) {
    arguments.pop_back();
  } else {
    return {};
  }
  return is_help(arguments[0]) ? std::vector<std::string>() : arguments;
}

/// Prints the help of a command. False if this installation does not have the command.
bool print_help(const Program& program, const std::vector<std::string>& names) {
  auto grammar = grammar_of(program, command_named(names.front()));
  if (!grammar) return false;
  for (const auto& name : std::span(names).subspan(1)) {
    const auto& inner = grammar->commands;
    const auto found = std::ranges::find(inner, grammar->name + ' ' + name, &Grammar::name);
    if (found != inner.end()) grammar = Grammar(*found);
  }
  write_standard_output(help_text(*grammar));
  return true;
}

int run(const Program& program, std::vector<std::string> arguments) {
  if (arguments.empty()) {
    std::cerr << kFirstSteps << (bundled_models().empty() ? "" : kStepWithOwnModel) << kNextSteps;
    return static_cast<int>(ExitCode::usage);
  }
  if (const auto names = asked_for_help(arguments); !names.empty()) {
    if (print_help(program, names)) return 0;
    arguments = names;
  }
  const std::string first = arguments.front();
  arguments.erase(arguments.begin());
  if (is_help(first) || first == "help") {
    write_standard_output(program_help(program_grammar(program)));
    return 0;
  }
  if (is_version(first)) {
    write_standard_output(versions(program));
    return 0;
  }
  if (first == kGrammarOption) {
    write_standard_output(grammar_json(program_grammar(program)));
    return 0;
  }
  if (first == kComplete) {
    write_standard_output(lines_of(completions(program_grammar(program), arguments)));
    return 0;
  }
  return run_command(program, command_named(first), arguments);
}

/// Whether NVIDIA's driver, and therefore perhaps a GPU, is present.
bool may_have_gpu() { return ::access("/dev/nvidiactl", F_OK) == 0; }

/// Whether regard-libtorch, if installed, should run the command: if it lists all commands, needs
/// LibTorch, or chooses a device and there may be a GPU. For help, only if this program lacks the
/// command: then regard-libtorch has it, or an error says why that program is missing.
bool is_for_libtorch(const Program& program, const std::vector<std::string>& arguments) {
  if (arguments.empty()) return false;
  const auto& first = arguments.front();
  const auto names = asked_for_help(arguments);
  if (is_help(first) || first == "help" || !names.empty()) {
    const auto is_in_neither = [&](const Command& command) {
      return !names.empty() && command.name == names.front() && !grammar_of(program, command);
    };
    return program.grammar_of_others.empty() || std::ranges::any_of(commands(), is_in_neither);
  }
  for (const auto& command : commands()) {
    if (first == command.name && !program.has(command)) return true;
  }
  if (is_version(first) || first == "manual") return true;
  return (first == "translate" || first == "bench") && may_have_gpu();
}

}  // namespace

int run_program(const Program& program, int argc, char** argv) {
  occupy_standard_descriptors();
  const std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
  if (is_for_libtorch(program, arguments)) hand_over(argv);
  let_writes_fail();
  remove_unfinished_on_signals();
  survive_shortened_files();
  return report_errors([&] {
    try {
      return run(program, arguments);
    } catch (const translate::NeedsModules&) {
      hand_over(argv);
      throw;
    }
  });
}

}  // namespace regard::cli
