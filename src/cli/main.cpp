// regard COMMAND [ARGUMENTS]: finds the command, parses its arguments, runs it.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <iomanip>
#include <iostream>
#include <span>
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
  std::array<const char*, 2> examples;  ///< --help begins with them
};

// In the order of `regard --help`.
const std::vector<Command> kCommands = {
    {"download",
     "fetch a published corpus to train on",
     add_download,
     {"regard download", "regard download multi30k"}},
    {"train",
     "train a model from a config; leaves a run directory",
     add_train,
     {"regard train configs/quick-transformer.yaml",
      "regard train --data pairs.tsv --minutes 10 -o runs/mine"}},
    {"sweep",
     "train every combination of some values, and tabulate the results",
     add_sweep,
     {"regard sweep config.yaml --grid training.learning_rate=0.001,0.003",
      "regard sweep config.yaml --grid model.heads=2,4 model.layers=2,4 --jobs 2"}},
    {"translate",
     "translate lines of text",
     add_translate,
     {"regard translate runs/mine \"I like this book.\"",
      "regard translate runs/mine --input text.en -o text.fr"}},
    {"eval",
     "measure loss and scores of a model on a text",
     add_eval,
     {"regard eval runs/mine",
      "regard eval runs/mine --source test.en --reference test.fr --beam-size 1"}},
    {"generate",
     "continue a text with a language model",
     add_generate,
     {"regard generate runs/lm --prefix \"The time traveller \"",
      "regard generate runs/lm --length 200 --temperature 0.7 --samples 3"}},
    {"score",
     "score translations by metrics, as sacreBLEU does",
     add_score,
     {"regard score test.fr -i translations.fr -m bleu chrf",
      "regard score test.fr -i one.fr other.fr --paired-bs"}},
    {"compare",
     "say which of several models or translations is better, where, and how surely",
     add_compare,
     {"regard compare runs/rnn runs/transformer",
      "regard compare runs/rnn runs/transformer --report page.html"}},
    {"bench",
     "measure how fast a model translates",
     add_bench,
     {"regard bench runs/mine", "regard bench runs/mine --input text.en --compute int8 --json"}},
    {"quantize",
     "write a model with 8-bit weights, a quarter of the size",
     add_quantize,
     {"regard quantize runs/mine -o runs/mine-int8", "regard translate runs/mine-int8 \"Hello.\""}},
    {"shortlist",
     "learn which tokens translate a sentence, to search only those",
     add_shortlist,
     {"regard shortlist runs/mine", "regard translate runs/mine --shortlist \"Hello.\""}},
    {"log",
     "draw learning curves in the terminal",
     add_log,
     {"regard log runs/mine", "regard log runs/rnn runs/transformer --figure valid/loss"}},
    {"average",
     "average the weights of several checkpoints",
     add_average,
     {"regard average runs/mine -o runs/mine-average",
      "regard average runs/mine --last 5 -o runs/mine-average"}},
    {"import",
     "turn another program's model into a model directory",
     add_import,
     {"regard import opus-mt-en-fr -o runs/opus", "regard translate runs/opus \"Hello.\""}},
    {"export",
     "write a model for another program",
     add_export,
     {"regard export runs/mine -o marian",
      "regard export runs/mine --to ctranslate2 --type int8 -o ct2"}},
    {"tokenizer",
     "train, apply and look at tokenizers",
     add_tokenizer,
     {"regard tokenizer info runs/mine/tokenizer.model --text \"Hello.\"",
      "regard tokenizer train --input text.en -o pieces.model --vocab-size 4000"}},
    {"info",
     "say what a model, a run or a file is, how good it is and how to use it",
     add_info,
     {"regard info runs/mine", "regard info pairs.tsv"}},
    {"config",
     "show a config with all values filled in, or list all options",
     add_config,
     {"regard config show config.yaml", "regard config reference"}},
    {"models",
     "list the architectures and their options",
     add_models,
     {"regard models", "regard models transformer"}},
    {"attention",
     "show what a model attends to while it translates a sentence",
     add_attention,
     {"regard attention runs/mine \"I like this book.\"",
      "regard attention runs/mine \"I like this book.\" -o attention.html"}},
    {"figures",
     "draw the ideas of the book as pictures",
     add_figures,
     {"regard figures", "regard figures attention-cues -o pictures"}},
};

constexpr auto kFirstSteps =
    R"(regard translates between English and French with models that you train.

  regard train configs/quick-transformer.yaml     learn from the sentences of data/
  regard translate runs/quick-transformer         type English, read French
  regard eval runs/quick-transformer              say how good that is
  regard compare runs/ONE runs/OTHER              say which is better
  regard --help                                   list all commands
)";

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
  app.footer(str(command.examples[0], "\n", command.examples[1]));
  const auto run = command.add(app);
  return parse(app, arguments) ? run() : 0;
}

int run(std::vector<std::string> arguments) {
  if (arguments.empty()) {
    std::cerr << kFirstSteps;
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
  const std::span arguments(argv + 1, static_cast<size_t>(std::max(argc, 1) - 1));
  if (regard::cli::computes_with_libtorch(arguments)) regard::cli::restart_with_short_waits(argv);
  regard::let_writes_fail();
  return regard::cli::report_errors(
      [&] { return regard::cli::run(std::vector<std::string>(argv + 1, argv + argc)); });
}
