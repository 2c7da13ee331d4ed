// regard COMMAND [ARGUMENTS]: finds the command, parses its arguments, runs it.
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
#include "cli/last_resort.h"
#include "cli/parse.h"
#include "cli/report_errors.h"
#include "cli_training/versions.h"
#include "regard/base/error.h"
#include "regard/base/mapped_file.h"
#include "regard/base/str.h"
#include "translate/modules.h"

#ifndef __SANITIZE_ADDRESS__  // which must begin first
/// Before the beginnings of LibTorch's libraries, which allocate memory and may get none.
__attribute__((section(".preinit_array"),
               used)) void (*const kBeforeAll)() noexcept = regard::cli::set_last_resort;
#endif

#ifdef REGARD_JEMALLOC
/// jemalloc reads its settings from this symbol. Memory that a step frees is kept for the next one;
/// returned, every page of it would be faulted in again. What no step has used for five seconds is
/// offered to the system (muzzy: MADV_FREE), which takes it when it needs some. This matters: if
/// memory is only kept, each saved state allocates its large blocks again, and a training of 9,000
/// steps grew to 23 GiB (docs/performance.md). One arena and no special one for large blocks, since
/// tensors are large and made by one thread.
extern "C" {
extern const char* malloc_conf;
const char* malloc_conf = "dirty_decay_ms:5000,muzzy_decay_ms:-1,narenas:1,oversize_threshold:0";
}
#endif

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

std::string versions() {
  return str("regard ", kVersion, "\n", library_versions(), "SentencePiece ",
             REGARD_SENTENCEPIECE_VERSION, "\n");
}

/// -v: what the command took.
void tell_cost(const Stopwatch& stopwatch) {
  if (!is_verbose()) return;
  const double of_processor = static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
  log_info("took ", fixed(stopwatch.seconds(), 2), " s, ", fixed(of_processor, 2),
           " s of processor time and ", fixed(peak_mebibytes(), 0), " MiB of memory");
}

int run_command(const Command& command, const std::vector<std::string>& arguments) {
  const Stopwatch stopwatch;
  const auto declaration = declared(command);
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
bool print_help(const std::vector<std::string>& names) {
  auto grammar = grammar_of(command_named(names.front()));
  if (!grammar) return false;
  for (const auto& name : std::span(names).subspan(1)) {
    const auto& inner = grammar->commands;
    const auto found = std::ranges::find(inner, grammar->name + ' ' + name, &Grammar::name);
    if (found != inner.end()) grammar = Grammar(*found);
  }
  write_standard_output(help_text(*grammar));
  return true;
}

int run(std::vector<std::string> arguments) {
  if (arguments.empty()) {
    std::cerr << kFirstSteps;
    return static_cast<int>(ExitCode::usage);
  }
  if (const auto names = asked_for_help(arguments); !names.empty()) {
    if (print_help(names)) return 0;
    arguments = names;
  }
  const std::string first = arguments.front();
  arguments.erase(arguments.begin());
  if (is_help(first) || first == "help") {
    write_standard_output(program_help(program_grammar()));
    return 0;
  }
  if (is_version(first)) {
    write_standard_output(versions());
    return 0;
  }
  if (first == kGrammarOption) {
    write_standard_output(grammar_json(program_grammar()));
    return 0;
  }
  if (first == kComplete) {
    write_standard_output(lines_of(completions(program_grammar(), arguments)));
    return 0;
  }
  return run_command(command_named(first), arguments);
}

/// Whether a processor's driver for GPUs of NVIDIA's is there, and with it perhaps one of them.
bool may_have_gpu() { return ::access("/dev/nvidiactl", F_OK) == 0; }

/// Whether regard-libtorch, if it is there, is to run the command: what has all commands in it or
/// needs LibTorch, and the choice of a device where there may be a GPU. Of help only if this
/// program does not know it.
bool is_for_libtorch(const std::vector<std::string>& arguments) {
  if (arguments.empty()) return false;
  const auto& first = arguments.front();
  const bool is_for_help = is_help(first) || first == "help" || !asked_for_help(arguments).empty();
  if (is_for_help) return grammar_with_libtorch().empty();
  for (const auto& command : commands()) {
    if (first == command.name && !command.is_available()) return true;
  }
  if (is_version(first) || first == "manual") return true;
  return (first == "translate" || first == "bench") && may_have_gpu();
}

}  // namespace
}  // namespace regard::cli

int main(int argc, char** argv) {
  using namespace regard::cli;
  regard::occupy_standard_descriptors();
  const std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
  if (is_for_libtorch(arguments)) hand_over(argv);
  regard::let_writes_fail();
  regard::remove_unfinished_on_signals();
  regard::survive_shortened_files();
  return report_errors([&] {
    try {
      return run(arguments);
    } catch (const regard::translate::NeedsModules&) {
      hand_over(argv);
      throw;
    }
  });
}
