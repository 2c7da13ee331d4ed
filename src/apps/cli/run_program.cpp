#include "cli/run_program.h"

#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <iostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/decimals.h"
#include "base/descriptor.h"
#include "base/interrupt.h"
#include "base/log.h"
#include "base/output.h"
#include "base/peak_memory.h"
#include "base/stopwatch.h"
#include "base/unfinished_files.h"
#include "base/verbose.h"
#include "base/version.h"
#include "cli/command_table.h"
#include "cli/completions.h"
#include "cli/grammar_json.h"
#include "cli/hand_over.h"
#include "cli/help.h"
#include "cli/parse.h"
#include "cli/report_errors.h"
#include "regard/base/error.h"
#include "regard/base/mapped_file.h"
#include "regard/base/str.h"
#include "translate/modules.h"

namespace regard::cli {
namespace {

constexpr auto kFirstSteps =
    R"(regard translates between English and French with models that you train.

  regard train configs/quick-transformer.yaml  learn from the sentences of data/
  regard train --data pairs.tsv --minutes 10   learn from your own sentences
  regard translate runs/quick-transformer      type English, read French
  regard compare runs/ONE runs/OTHER           say which is better, and what to do
  regard --help                                list all commands
)";

/// Asked for when the program without LibTorch is built (scripts/cmake/grammar.cmake).
constexpr std::string_view kGrammarOption = "--grammar";

/// Asked by the scripts of `regard completion`, at each Tab.
constexpr std::string_view kComplete = "complete";

std::string versions(const Program& program) {
  return str("regard ", kVersion, "\n", program.library_versions(), "SentencePiece ",
             REGARD_SENTENCEPIECE_VERSION, "\n");
}

/// -v: what the command took.
void tell_cost(const Stopwatch& stopwatch) {
  if (!is_verbose()) return;
  const double of_processor = static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
  log_info("took ", fixed(stopwatch.seconds(), 2), " s, ", fixed(of_processor, 2),
           " s of processor time and ", fixed(peak_mebibytes(), 0), " MiB of memory");
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
    if (!lacks_remedy || is_of_several_lines) throw;
    throw Error(error.problem(), error.where(), str("see regard ", command.name, " --help"));
  }
}

bool is_help(std::string_view word) { return word == "--help" || word == "-h"; }
bool is_version(std::string_view word) {
  return word == "--version" || word == "-V" || word == "version";
}

/// The command whose help is all that is asked for, and its own commands: regard train --help,
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

/// False if this installation does not have the command.
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
    std::cerr << kFirstSteps;
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

/// Whether a processor's driver for GPUs of NVIDIA's is there, and with it perhaps one of them.
bool may_have_gpu() { return ::access("/dev/nvidiactl", F_OK) == 0; }

/// Whether regard-libtorch, if it is there, is to run the command: what has all commands in it or
/// needs LibTorch, and the choice of a device where there may be a GPU. Of help only if this
/// program does not know it.
bool is_for_libtorch(const Program& program, const std::vector<std::string>& arguments) {
  if (arguments.empty()) return false;
  const auto& first = arguments.front();
  const bool is_for_help = is_help(first) || first == "help" || !asked_for_help(arguments).empty();
  if (is_for_help) return program.grammar_of_others.empty();
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
