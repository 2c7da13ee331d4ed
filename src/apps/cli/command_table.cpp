#include "cli/program.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>

#include "base/log.h"
#include "base/readable.h"
#include "cli/grammar.h"
#include "cli/run_program.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::cli {
namespace {

/// Adds -q and -v to every command.
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
     "fetch published corpora to train on",
     {"regard download --list", "regard download multi30k opus:Books@v1 software"}},
    {"corpus",
     "Train",
     "check and clean pairs of sentences before training",
     {"regard corpus check pairs.tsv",
      "regard corpus clean pairs.tsv -o clean.tsv.gz --rejected rejected.tsv"}},
    {"align",
     "Inspect",
     "find corresponding words in sentence pairs",
     {"regard align pairs.tsv -o links.txt",
      "regard align test.en test.fr --train pairs.tsv --page links.html"}},
    {"train",
     "Train",
     "train a model and write a run directory",
     {"regard train configs/quick-transformer.yaml",
      "regard train --data pairs.tsv --minutes 10 -o runs/mine"}},
    {"sweep",
     "Train",
     "train every combination of config values and tabulate the results",
     {"regard sweep config.yaml --grid training.learning_rate=0.001,0.003",
      "regard sweep config.yaml --grid model.heads=2,4 --grid model.layers=2,4"}},
    {"distil",
     "Train",
     "train a small 8-bit model on translations of a large one",
     {"regard distil runs/teacher --student configs/student.yaml",
      "regard distil runs/one runs/other --student student.yaml --keep 0.9"}},
    {"translate",
     "Translate",
     "translate lines of text",
     {"regard translate \"Where is the station?\"",
      "regard translate runs/mine --input text.en -o text.fr"}},
    {"rerank",
     "Translate",
     "translate with several models that score each other's candidates",
     {"regard rerank runs/rnn runs/transformer --input text.en -o text.fr",
      "regard rerank runs/rnn runs/transformer --reverse runs/back --input a.en"}},
    {"serve",
     "Translate",
     "serve translations over HTTP",
     {"regard serve runs/mine", "regard serve en-fr=runs/mine rnn=runs/rnn --port 8080"}},
    {"eval",
     "Evaluate",
     "measure a model's loss and scores on a text",
     {"regard eval runs/mine",
      "regard eval runs/mine --source test.en --reference test.fr --beam-size 1"}},
    {"generate",
     "Translate",
     "continue a text with a language model",
     {"regard generate runs/lm --prefix \"The time traveller \"",
      "regard generate runs/lm --length 200 --temperature 0.7 --samples 3"}},
    {"score",
     "Evaluate",
     "score translations with metrics, as sacreBLEU does",
     {"regard score test.fr -i translations.fr -m bleu chrf",
      "regard score test.fr -i one.fr other.fr --paired-bs"}},
    {"compare",
     "Evaluate",
     "compare models or translations: which is better, where, and whether significantly",
     {"regard compare runs/rnn runs/transformer",
      "regard compare runs/rnn runs/transformer --report page.html"}},
    {"bench",
     "Evaluate",
     "measure how fast a model translates",
     {"regard bench runs/mine", "regard bench runs/mine --input text.en --compute int8 --json"}},
    {"quantize",
     "Exchange",
     "write a model with 8-bit weights, a quarter of the size",
     {"regard quantize runs/mine -o runs/mine-int8", "regard translate runs/mine-int8 \"Hello.\""}},
    {"pack",
     "Exchange",
     "write a model as one file, which every command accepts instead of a directory",
     {"regard pack runs/mine -o mine.regard",
      "regard pack runs/mine -o mine.regard --type int8 --license cc-by-4.0"}},
    {"shortlist",
     "Exchange",
     "learn which target tokens a sentence may need, to restrict the search to them",
     {"regard shortlist runs/mine", "regard translate runs/mine --shortlist \"Hello.\""}},
    {"log",
     "Inspect",
     "draw learning curves in the terminal",
     {"regard log runs/mine", "regard log runs/rnn runs/transformer --figure valid/loss"}},
    {"film",
     "Inspect",
     "replay a training run as a page with a slider: translations, attention, gradients",
     {"regard film runs/mine", "regard film runs/rnn runs/transformer -o film.html"}},
    {"average",
     "Train",
     "average the weights of several checkpoints",
     {"regard average runs/mine -o runs/mine-average",
      "regard average runs/mine --last 5 -o runs/mine-average"}},
    {"import",
     "Exchange",
     "convert another program's model to a model directory",
     {"regard import opus-mt-en-fr -o runs/opus", "regard translate runs/opus \"Hello.\""}},
    {"export",
     "Exchange",
     "write a model for another program",
     {"regard export runs/mine -o marian",
      "regard export runs/mine --to ctranslate2 --type int8 -o ct2"}},
    {"tokenizer",
     "Train",
     "train, apply and inspect tokenizers",
     {"regard tokenizer info runs/mine/tokenizer.model --text \"Hello.\"",
      "regard tokenizer train --input text.en -o pieces.model --vocab-size 4000"}},
    {"info",
     "Inspect",
     "describe a model, a run or a file: what it is, its scores and how to use it",
     {"regard info runs/mine", "regard info pairs.tsv"}},
    {"config",
     "Train",
     "show a config with all values filled in, or list all options",
     {"regard config show config.yaml", "regard config reference"}},
    {"models",
     "Train",
     "list the architectures and their options",
     {"regard models", "regard models transformer"}},
    {"attention",
     "Inspect",
     "show what a model attends to while it translates a sentence",
     {"regard attention runs/mine \"I like this book.\" -o attention.html",
      "regard attention runs/opus --source text.en --reference text.fr"}},
    {"explain",
     "Inspect",
     "write a page that walks through every number behind a translation",
     {"regard explain runs/mine \"I like this book.\"", "regard explain -o examples.html"}},
    {"draw",
     "Inspect",
     "draw the architecture of a model, from its modules",
     {"regard draw runs/mine --part decoder.block.0 -o block.svg",
      "regard draw configs/quick-transformer.yaml"}},
    {"figures",
     "Inspect",
     "draw the ideas of the book as pictures",
     {"regard figures", "regard figures attention-cues -o pictures"}},
    {"book",
     "Inspect",
     "write or serve the book's sections as a site: formulas, figures, sources, claims",
     {"regard book 11.3 --open", "regard book --serve --model runs/quick-transformer --open"}},
    {"claims",
     "Inspect",
     "test the book's claims in small experiments with confidence intervals",
     {"regard claims", "regard claims multi-head gradient-clipping --seeds 3"}},
    {"completion",
     "Shell",
     "write a shell script that completes commands, options and values",
     {"regard completion bash > ~/.local/share/bash-completion/completions/regard",
      "regard completion fish > ~/.config/fish/completions/regard.fish"}},
    {"manual",
     "Shell",
     "write the manual page of a command, or all manual pages",
     {"regard manual translate > regard-translate.1", "regard manual -o man1"}},
};

/// The grammar of a command of the program with LibTorch; nullopt if that program cannot run.
std::optional<Grammar> known_grammar(const Program& program, const Command& command) {
  if (program.grammar_of_others.empty() || program_with_libtorch().empty()) return std::nullopt;
  static const Grammar kOthers = grammar_of_json(program.grammar_of_others);
  const auto found = std::ranges::find(kOthers.commands, "regard " + command.name, &Grammar::name);
  return found == kOthers.commands.end() ? std::nullopt : std::optional(*found);
}

/// Adds to each argument the words that it accepts, if the program knows them.
void add_words(Grammar& grammar, const Program& program) {
  for (auto& command : grammar.commands) add_words(command, program);
  for (auto* arguments : {&grammar.places, &grammar.options}) {
    for (auto& argument : *arguments) {
      std::istringstream alternatives(argument.metavariable);
      for (std::string name; std::getline(alternatives, name, '|');) {
        const auto found = program.words.find(name);
        if (found == program.words.end()) continue;
        const auto words = found->second();
        argument.words.insert(argument.words.end(), words.begin(), words.end());
      }
    }
  }
}

}  // namespace

bool Program::has(const Command& command) const { return commands.contains(command.name); }

const std::vector<Command>& commands() { return kCommands; }

const Command& command_named(const std::string& name) {
  std::vector<std::string> names;
  for (const auto& command : kCommands) {
    if (command.name == name) return command;
    names.push_back(command.name);
  }
  const std::string meant = did_you_mean(name, names);
  throw Error(str(name.starts_with('-') ? "unknown option " : "unknown command ", name), {},
              meant.empty() ? "see regard --help" : meant);
}

DeclaredCommand declared(const Program& program, const Command& command) {
  if (!program.has(command)) {
    throw Error(str("regard ", command.name, ' ', program.why_not_others.problem), {},
                program.why_not_others.remedy);
  }
  const auto app = std::make_shared<CLI::App>(command.summary, "regard " + command.name);
  set_examples(*app, {command.examples.begin(), command.examples.end()});
  const auto run = program.commands.at(command.name)(*app, program);
  add_messages(*app);
  return {.app = app, .run = run};
}

std::optional<Grammar> grammar_of(const Program& program, const Command& command) {
  if (!program.has(command)) return known_grammar(program, command);
  auto grammar = grammar_of(*declared(program, command).app);
  grammar.heading = command.heading;
  add_words(grammar, program);
  return grammar;
}

Grammar program_grammar(const Program& program) {
  Grammar grammar{
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
  grammar.options = {flag({"-h", "--help"}, "List the commands."),
                     flag({"-V", "--version"}, "Print the versions of regard and its libraries.")};
  for (const auto& command : kCommands) {
    if (auto found = grammar_of(program, command)) {
      grammar.commands.push_back(std::move(*found));
      continue;
    }
    std::erase_if(grammar.examples, [start = "regard " + command.name + ' '](const auto& line) {
      return line.starts_with(start);
    });
  }
  return grammar;
}

}  // namespace regard::cli
