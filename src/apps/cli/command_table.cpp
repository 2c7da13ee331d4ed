#include "cli/command_table.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "base/log.h"
#include "base/nearest.h"
#include "base/verbose.h"
#include "cli/commands.h"
#include "cli/grammar_json.h"
#include "cli/hand_over.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

/// Null in the program that is built without LibTorch.
#ifdef REGARD_WITHOUT_LIBTORCH
#define WITH_LIBTORCH(add) nullptr
#else
#define WITH_LIBTORCH(add) add
#endif

namespace regard::cli {
namespace {

/// Every command can be told to say less or more.
void add_messages(CLI::App& app) {
  const auto subcommands = app.get_subcommands({});
  for (auto* subcommand : subcommands) add_messages(*subcommand);
  if (!subcommands.empty()) return;
  if (app.get_option_no_throw("--quiet") == nullptr) {
    app.add_flag_callback(
        "-q,--quiet", [] { set_quiet(true); }, "Print only results, warnings and errors.");
  }
  if (app.get_option_no_throw("--verbose") == nullptr) {
    app.add_flag_callback(
        "-v,--verbose", [] { set_verbose(true); }, "Also print the command's time and memory.");
  }
}

const std::vector<Command> kCommands = {
    {"download",
     "Train",
     "fetch a published corpus to train on",
     WITH_LIBTORCH(add_download),
     {"regard download", "regard download multi30k"}},
    {"train",
     "Train",
     "train a model; writes a run directory",
     WITH_LIBTORCH(add_train),
     {"regard train configs/quick-transformer.yaml",
      "regard train --data pairs.tsv --minutes 10 -o runs/mine"}},
    {"sweep",
     "Train",
     "train every combination of config values and tabulate the results",
     WITH_LIBTORCH(add_sweep),
     {"regard sweep config.yaml --grid training.learning_rate=0.001,0.003",
      "regard sweep config.yaml --grid model.heads=2,4 --grid model.layers=2,4"}},
    {"translate",
     "Translate",
     "translate lines of text",
     add_translate,
     {"regard translate runs/mine \"I like this book.\"",
      "regard translate runs/mine --input text.en -o text.fr"}},
    {"rerank",
     "Translate",
     "translate with several models together, which score each other's candidates",
     WITH_LIBTORCH(add_rerank),
     {"regard rerank runs/rnn runs/transformer --input text.en -o text.fr",
      "regard rerank runs/rnn runs/transformer --reverse runs/back --input a.en"}},
    {"serve",
     "Translate",
     "serve translations over HTTP",
     add_serve,
     {"regard serve runs/mine", "regard serve en-fr=runs/mine rnn=runs/rnn --port 8080"}},
    {"eval",
     "Judge",
     "measure loss and scores of a model on a text",
     WITH_LIBTORCH(add_eval),
     {"regard eval runs/mine",
      "regard eval runs/mine --source test.en --reference test.fr --beam-size 1"}},
    {"generate",
     "Translate",
     "continue a text with a language model",
     WITH_LIBTORCH(add_generate),
     {"regard generate runs/lm --prefix \"The time traveller \"",
      "regard generate runs/lm --length 200 --temperature 0.7 --samples 3"}},
    {"score",
     "Judge",
     "score translations by metrics, as sacreBLEU does",
     add_score,
     {"regard score test.fr -i translations.fr -m bleu chrf",
      "regard score test.fr -i one.fr other.fr --paired-bs"}},
    {"compare",
     "Judge",
     "compare models or translations: which is better, where, and is it significant",
     WITH_LIBTORCH(add_compare),
     {"regard compare runs/rnn runs/transformer",
      "regard compare runs/rnn runs/transformer --report page.html"}},
    {"bench",
     "Judge",
     "measure how fast a model translates",
     add_bench,
     {"regard bench runs/mine", "regard bench runs/mine --input text.en --compute int8 --json"}},
    {"quantize",
     "Exchange",
     "write a model with 8-bit weights, a quarter of the size",
     add_quantize,
     {"regard quantize runs/mine -o runs/mine-int8", "regard translate runs/mine-int8 \"Hello.\""}},
    {"pack",
     "Exchange",
     "write a model as one file, which every command takes in place of a directory",
     add_pack,
     {"regard pack runs/mine -o mine.regard",
      "regard pack runs/mine -o mine.regard --type int8 --license cc-by-4.0"}},
    {"shortlist",
     "Exchange",
     "learn which tokens translate a sentence, to search only those",
     add_shortlist,
     {"regard shortlist runs/mine", "regard translate runs/mine --shortlist \"Hello.\""}},
    {"log",
     "Look",
     "draw learning curves in the terminal",
     add_log,
     {"regard log runs/mine", "regard log runs/rnn runs/transformer --figure valid/loss"}},
    {"film",
     "Look",
     "replay a training run as a page with a slider: translations, attention, gradients",
     add_film,
     {"regard film runs/mine", "regard film runs/rnn runs/transformer -o film.html"}},
    {"average",
     "Train",
     "average the weights of several checkpoints",
     WITH_LIBTORCH(add_average),
     {"regard average runs/mine -o runs/mine-average",
      "regard average runs/mine --last 5 -o runs/mine-average"}},
    {"import",
     "Exchange",
     "turn another program's model into a model directory",
     WITH_LIBTORCH(add_import),
     {"regard import opus-mt-en-fr -o runs/opus", "regard translate runs/opus \"Hello.\""}},
    {"export",
     "Exchange",
     "write a model for another program",
     WITH_LIBTORCH(add_export),
     {"regard export runs/mine -o marian",
      "regard export runs/mine --to ctranslate2 --type int8 -o ct2"}},
    {"tokenizer",
     "Train",
     "train, apply and look at tokenizers",
     add_tokenizer,
     {"regard tokenizer info runs/mine/tokenizer.model --text \"Hello.\"",
      "regard tokenizer train --input text.en -o pieces.model --vocab-size 4000"}},
    {"info",
     "Look",
     "describe a model, a run or a file: what it is, its scores and how to use it",
     add_info,
     {"regard info runs/mine", "regard info pairs.tsv"}},
    {"config",
     "Train",
     "show a config with all values filled in, or list all options",
     add_config,
     {"regard config show config.yaml", "regard config reference"}},
    {"models",
     "Train",
     "list the architectures and their options",
     add_models,
     {"regard models", "regard models transformer"}},
    {"attention",
     "Look",
     "show what a model attends to while it translates a sentence",
     WITH_LIBTORCH(add_attention),
     {"regard attention runs/mine \"I like this book.\"",
      "regard attention runs/mine \"I like this book.\" -o attention.html"}},
    {"explain",
     "Look",
     "walk through every number of a translation, as a page",
     WITH_LIBTORCH(add_explain),
     {"regard explain runs/mine \"I like this book.\"", "regard explain -o examples.html"}},
    {"draw",
     "Look",
     "draw the architecture of a model, from its modules",
     WITH_LIBTORCH(add_draw),
     {"regard draw runs/mine --part decoder.block.0 -o block.svg",
      "regard draw configs/quick-transformer.yaml"}},
    {"figures",
     "Look",
     "draw the ideas of the book as pictures",
     WITH_LIBTORCH(add_figures),
     {"regard figures", "regard figures attention-cues -o pictures"}},
    {"claims",
     "Look",
     "test the book's claims in small experiments with confidence intervals",
     WITH_LIBTORCH(add_claims),
     {"regard claims", "regard claims multi-head gradient-clipping --seeds 3"}},
    {"completion",
     "Shell",
     "write a shell script that completes commands, options and values",
     add_completion,
     {"regard completion bash > ~/.local/share/bash-completion/completions/regard",
      "regard completion fish > ~/.config/fish/completions/regard.fish"}},
    {"manual",
     "Shell",
     "write the manual page of a command, or all pages, for man",
     add_manual,
     {"regard manual translate > regard-translate.1", "regard manual -o man1"}},
};

/// The grammar of a command of the program with LibTorch, if that program can be run.
std::optional<Grammar> known_grammar(const Command& command) {
  if (grammar_with_libtorch().empty() || program_with_libtorch().empty()) return std::nullopt;
  static const Grammar kProgram = grammar_of_json(grammar_with_libtorch());
  const auto found = std::ranges::find(kProgram.commands, "regard " + command.name, &Grammar::name);
  return found == kProgram.commands.end() ? std::nullopt : std::optional(*found);
}

}  // namespace

const std::vector<Command>& commands() { return kCommands; }

const Command& command_named(const std::string& name) {
  std::vector<std::string> names;
  for (const auto& command : kCommands) {
    if (command.name == name) return command;
    names.push_back(command.name);
  }
  const std::string meant = did_you_mean(name, names);
  throw Error(str(name.starts_with('-') ? "there is no option " : "there is no command ", name), {},
              meant.empty() ? "regard --help lists the commands" : meant);
}

DeclaredCommand declared(const Command& command) {
  if (!command.is_available()) {
    throw Error(str("regard ", command.name, " needs LibTorch, which this regard is built without"),
                {}, "install the full build of regard");
  }
  const auto app = std::make_shared<CLI::App>(command.summary, "regard " + command.name);
  set_examples(*app, {command.examples.begin(), command.examples.end()});
  const auto run = command.add(*app);
  add_messages(*app);
  return {.app = app, .run = run};
}

std::optional<Grammar> grammar_of(const Command& command) {
  if (!command.is_available()) return known_grammar(command);
  auto grammar = grammar_of(*declared(command).app);
  grammar.heading = command.heading;
  return grammar;
}

Grammar program_grammar() {
  Grammar program{
      .name = "regard",
      .summary = "neural translation between English and French",
      .examples = {"regard train configs/quick-transformer.yaml",
                   "regard translate runs/quick-transformer", "regard eval runs/quick-transformer",
                   "regard compare runs/ONE runs/OTHER"},
      .usages = {"regard COMMAND [ARGUMENTS]"}};
  const auto flag = [](std::vector<std::string> names, const char* sentence) {
    return Argument{.names = std::move(names),
                    .sentence = sentence,
                    .group = "Options",
                    .takes = Argument::Takes::nothing};
  };
  program.options = {flag({"-h", "--help"}, "List the commands."),
                     flag({"-V", "--version"}, "Print the versions of regard and its libraries.")};
  for (const auto& command : kCommands) {
    if (auto grammar = grammar_of(command)) {
      program.commands.push_back(std::move(*grammar));
      continue;
    }
    std::erase_if(program.examples, [start = "regard " + command.name + ' '](const auto& line) {
      return line.starts_with(start);
    });
  }
  return program;
}

#ifndef REGARD_WITHOUT_LIBTORCH
std::string_view grammar_with_libtorch() { return {}; }
#endif

}  // namespace regard::cli
