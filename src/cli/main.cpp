// regard COMMAND [ARGUMENTS]: finds the command, parses its arguments, runs it.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "commands.h"
#include "last_resort.h"
#include "parse.h"
#include "regard/base/descriptor.h"
#include "regard/base/error.h"
#include "regard/base/interrupt.h"
#include "regard/base/nearest.h"
#include "regard/base/output.h"
#include "regard/base/str.h"
#include "regard/base/version.h"
#include "report_errors.h"
#include "short_waits.h"
#include "versions.h"

#ifndef __SANITIZE_ADDRESS__  // which must begin first
/// Before the beginnings of LibTorch's libraries, which allocate memory and may get none.
__attribute__((section(".preinit_array"),
               used)) void (*const kBeforeAll)() noexcept = regard::cli::set_last_resort;
#endif

#ifdef REGARD_JEMALLOC
/// jemalloc reads its settings from this symbol. Memory that a step frees is kept for the next one;
/// returned, every page of it would be faulted in again. What no step has used for five seconds is
/// offered to the system (muzzy: MADV_FREE), which takes it when it needs some. This matters: if
/// memory is only kept, each saved state allocates its large blocks anew, and a training of 9,000
/// steps grew to 23 GiB (docs/performance.md). One arena and no special one for large blocks, since
/// tensors are large and made by one thread.
extern "C" {
extern const char* malloc_conf;
const char* malloc_conf = "dirty_decay_ms:5000,muzzy_decay_ms:-1,narenas:1,oversize_threshold:0";
}
#endif

namespace regard::cli {
namespace {

struct Command {
  std::string name;
  std::string summary;
  std::function<int()> (*add)(CLI::App& command);
};

// In the order of `regard --help`.
const std::vector<Command> kCommands = {
    {"train", "train a model from a config; leaves a run directory", add_train},
    {"sweep", "train every combination of some values, and tabulate the results", add_sweep},
    {"translate", "translate lines of text", add_translate},
    {"eval", "measure loss and scores of a model on a text", add_eval},
    {"generate", "continue a text with a language model", add_generate},
    {"score", "score translations by metrics, as sacreBLEU does", add_score},
    {"compare", "say which of several models or translations is better, where, and how surely",
     add_compare},
    {"bench", "measure how fast a model translates", add_bench},
    {"quantize", "write a model with 8-bit weights, a quarter of the size", add_quantize},
    {"shortlist", "learn which tokens translate a sentence, to search only those", add_shortlist},
    {"log", "draw learning curves in the terminal", add_log},
    {"average", "average the weights of several checkpoints", add_average},
    {"import", "turn another program's model into a model directory", add_import},
    {"export", "write a model for another program", add_export},
    {"tokenizer", "train, apply and look at tokenizers", add_tokenizer},
    {"config", "show a config with all values filled in, or list all options", add_config},
    {"models", "list the architectures and their options", add_models},
    {"attention", "show what a model attends to while it translates a sentence", add_attention},
    {"figures", "draw the ideas of the book as pictures", add_figures},
};

std::string help() {
  std::ostringstream text;
  text << "regard " << kVersion << ": neural translation between English and French\n\n"
       << "Usage: regard COMMAND [ARGUMENTS]\n\n";
  for (const auto& command : kCommands) {
    text << "  " << std::left << std::setw(11) << command.name << command.summary << '\n';
  }
  text << "\nregard COMMAND --help lists the arguments of a command,\n"
          "regard --version the libraries that regard was built with.\n";
  return text.str();
}

std::string versions() {
  return str("regard ", kVersion, "\n", library_versions(), "SentencePiece ", kSentencePieceVersion,
             "\n");
}

const Command& find_command(const std::string& name) {
  std::vector<std::string> names;
  for (const auto& command : kCommands) {
    if (command.name == name) return command;
    names.push_back(command.name);
  }
  const std::string meant = did_you_mean(name, names);
  throw Error(str(name.starts_with('-') ? "there is no option " : "there is no command ", name), {},
              meant.empty() ? "regard --help lists the commands" : meant);
}

int run_command(const Command& command, const std::vector<std::string>& arguments) {
  CLI::App app(command.summary, "regard " + command.name);
  const auto run = command.add(app);
  return parse(app, arguments) ? run() : 0;
}

int run(std::vector<std::string> arguments) {
  if (arguments.empty()) {
    std::cerr << help();
    return static_cast<int>(ExitCode::usage);
  }
  std::string first = arguments.front();
  arguments.erase(arguments.begin());
  if (first == "help" && !arguments.empty()) {  // regard help train
    first = arguments.front();
    arguments = {"--help"};
  }
  if (first == "--help" || first == "-h" || first == "help") {
    write_standard_output(help());
    return 0;
  }
  if (first == "--version") {
    write_standard_output(versions());
    return 0;
  }
  return run_command(find_command(first), arguments);
}

}  // namespace
}  // namespace regard::cli

int main(int argc, char** argv) {
  regard::occupy_standard_descriptors();
  // Other commands' threads wait less often for each other, and a restart costs 0.2 s.
  if (argc > 1 && std::string_view(argv[1]) == "train") {
    regard::cli::restart_with_short_waits(argv);
  }
  regard::let_writes_fail();
  return regard::cli::report_errors(
      [&] { return regard::cli::run(std::vector<std::string>(argv + 1, argv + argc)); });
}
