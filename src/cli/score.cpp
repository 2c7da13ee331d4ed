// regard score: BLEU and chrF of translations against references, with sacreBLEU's numbers, names
// of options and output.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <iostream>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "commands.h"
#include "regard/base/error.h"
#include "regard/base/log.h"
#include "regard/base/nearest.h"
#include "regard/base/output.h"
#include "regard/base/str.h"
#include "regard/metrics/bleu.h"
#include "regard/metrics/bleu_tokenizers.h"
#include "regard/metrics/chrf.h"
#include "regard/metrics/score_format.h"
#include "regard/metrics/segment_file.h"
#include "regard/metrics/unicode.h"

namespace regard::cli {
namespace {

struct ScoreArguments {
  std::vector<std::string> references;
  std::vector<std::string> inputs;  ///< none: standard input
  std::vector<std::string> metric_names = {"bleu"};
  std::string smoothing = "exp";
  std::string format = "json";
  bool sentence_level = false;
  bool force = false;
  metrics::BleuOptions bleu;
  metrics::ChrfOptions chrf;
  metrics::ScoreFormat output;
};

/// sacreBLEU's names of several letters behind one hyphen, which CLI11 would read as letters of
/// their own. "-s" stands here because it begins others.
struct ShortName {
  std::string_view name;
  std::string_view long_name;
};
constexpr ShortName kShortNames[] = {
    {"-tok", "--tokenize"},       {"-lc", "--lowercase"},       {"-s", "--smooth-method"},
    {"-sv", "--smooth-value"},    {"-sl", "--sentence-level"},  {"-sh", "--short"},
    {"-cc", "--chrf-char-order"}, {"-cw", "--chrf-word-order"},
};

std::string tokenizer_names() {
  std::string names;
  for (const auto& tokenizer : metrics::bleu_tokenizers()) {
    names += str(names.empty() ? "" : ", ", tokenizer.name);
  }
  return names;
}

void declare_options(CLI::App& command, ScoreArguments& arguments) {
  // For the help alone: it takes nothing, so that a reference and what follows a short name stay in
  // one order.
  command.add_option("REFERENCE...", "Reference translations: one file or several, before -i.")
      ->expected(0)
      ->allow_extra_args(false);
  command.add_option("-i,--input", arguments.inputs,
                     "Translations to score, a line for each line of the references. Several files "
                     "are several systems. "
                     "Without it they are read from standard input, systems separated by tabs.");
  command.add_option("-m,--metrics", arguments.metric_names, "bleu, chrf. Default: bleu.");
  command.add_flag("--sentence-level", arguments.sentence_level,
                   "-sl: a score for each line, by one metric.");

  const auto bleu = "BLEU";
  command
      .add_option("--tokenize", arguments.bleu.tokenizer,
                  str("-tok: one of ", tokenizer_names(), "."))
      ->capture_default_str()
      ->group(bleu);
  command.add_flag("--lowercase", arguments.bleu.lowercase, "-lc: ignore case.")->group(bleu);
  command
      .add_option("--smooth-method", arguments.smoothing,
                  "-s: for orders without a match: exp, floor, add-k or none.")
      ->capture_default_str()
      ->group(bleu);
  command
      .add_option("--smooth-value", arguments.bleu.smooth_value,
                  "-sv: for floor (0.1) and add-k (1).")
      ->group(bleu);
  command.add_flag("--force", arguments.force, "Do not warn of text that looks tokenized.")
      ->group(bleu);

  const auto chrf = "chrF";
  command
      .add_option("--chrf-char-order", arguments.chrf.char_order, "-cc: longest character n-gram.")
      ->capture_default_str()
      ->group(chrf);
  command
      .add_option("--chrf-word-order", arguments.chrf.word_order,
                  "-cw: longest word n-gram; 2 is chrF++.")
      ->capture_default_str()
      ->group(chrf);
  command
      .add_option("--chrf-beta", arguments.chrf.beta,
                  "How many times as much recall weighs as precision.")
      ->capture_default_str()
      ->group(chrf);
  command
      .add_flag("--chrf-whitespace", arguments.chrf.whitespace, "Count white space as characters.")
      ->group(chrf);
  command.add_flag("--chrf-lowercase", arguments.chrf.lowercase, "Ignore case.")->group(chrf);
  command
      .add_flag(
          "--chrf-eps-smoothing", arguments.chrf.eps_smoothing,
          "Smooth as chrF++.py, NLTK and Moses do, instead of averaging over the effective orders.")
      ->group(chrf);

  const auto output = "Output";
  command.add_option("-w,--width", arguments.output.width, "Decimals of a score.")
      ->capture_default_str()
      ->group(output);
  command.add_option("-f,--format", arguments.format, "json or text.")
      ->capture_default_str()
      ->group(output);
  command
      .add_flag(
          "--json", [&arguments](std::int64_t) { arguments.format = "json"; },
          "The same as -f json.")
      ->group(output);
  command.add_flag("-b,--score-only", arguments.output.score_only, "The score alone.")
      ->group(output);
  command.add_flag("--short", arguments.output.short_signature, "-sh: short signatures.")
      ->group(output);
}

/// The long name that `argument` stands for; throws Error when it is no option at all.
std::string long_name(const CLI::App& command, const std::string& argument) {
  for (const ShortName& row : kShortNames) {
    if (row.name == argument) return std::string(row.long_name);
  }
  std::vector<std::string> names;
  for (const ShortName& row : kShortNames) names.emplace_back(row.name);
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  const std::string suggestion = did_you_mean(argument, names);
  throw Error(str("there is no option ", argument), {},
              suggestion.empty() ? "regard score --help lists them" : suggestion);
}

/// Gives what CLI11 has left over its meaning: references, and options by their short names.
void read_leftovers(CLI::App& command, ScoreArguments& arguments) {
  const std::vector<std::string> leftovers = command.remaining();
  bool only_references = false;
  for (auto argument = leftovers.begin(); argument != leftovers.end(); ++argument) {
    if (only_references || argument->size() < 2 || argument->front() != '-') {
      arguments.references.push_back(*argument);
    } else if (*argument == "--") {
      only_references = true;
    } else {
      CLI::Option* option = command.get_option(long_name(command, *argument));
      const bool is_flag = option->get_expected_min() == 0;
      if (!is_flag && std::next(argument) == leftovers.end()) {
        throw Error(str(*argument, " needs a value"), {}, "regard score --help says which");
      }
      option->clear();
      option->add_result(is_flag ? "true" : *++argument);
      option->run_callback();
    }
  }
}

void check_at_least(int least, int value, const std::string& option) {
  if (value < least) throw Error(str(option, " is ", value, ", but must be at least ", least));
}

/// Takes over names and refuses what no metric can work with.
void check(ScoreArguments& arguments) {
  if (arguments.references.empty()) {
    throw Error("there is no reference to score against", {},
                "name the references before -i: regard score REFERENCE -i TRANSLATION");
  }
  for (const std::string& name : arguments.metric_names) {
    if (name != "bleu" && name != "chrf") {
      throw Error(str("there is no metric \"", name, "\""), {}, "use bleu, chrf or both");
    }
  }
  if (arguments.format != "json" && arguments.format != "text") {
    throw Error(str("--format is \"", arguments.format, "\", but must be json or text"));
  }
  arguments.output.json = arguments.format == "json";
  arguments.bleu.smoothing = metrics::smoothing_of_name(arguments.smoothing);
  metrics::bleu_tokenizer(arguments.bleu.tokenizer);
  if (arguments.bleu.smooth_value && !(*arguments.bleu.smooth_value >= 0.0)) {
    throw Error(
        str("--smooth-value is ", *arguments.bleu.smooth_value, ", but must be at least 0"));
  }
  check_at_least(0, arguments.output.width, "--width");
  check_at_least(0, arguments.chrf.beta, "--chrf-beta");
  check_at_least(0, arguments.chrf.char_order, "--chrf-char-order");
  check_at_least(0, arguments.chrf.word_order, "--chrf-word-order");
  if (arguments.chrf.char_order + arguments.chrf.word_order == 0) {
    throw Error("--chrf-char-order and --chrf-word-order are both 0: there is nothing to count");
  }
}

/// Standard input holds a system, or several with tabs between them.
std::vector<metrics::SegmentFile> split_at_tabs(const metrics::SegmentFile& input) {
  std::vector<metrics::SegmentFile> systems;
  for (std::size_t i = 0; i < input.lines.size(); ++i) {
    std::string_view rest = input.lines[i];
    std::size_t fields = 0;
    for (bool last = false; !last; ++fields) {
      const std::size_t tab = rest.find('\t');
      last = tab == std::string_view::npos;
      if (i == 0)
        systems.push_back(
            {.name = str("System ", fields + 1), .lines = {}, .odd_break = input.odd_break});
      if (fields < systems.size()) {
        systems[fields].lines.emplace_back(metrics::strip_right(rest.substr(0, tab)));
      }
      if (!last) rest.remove_prefix(tab + 1);
    }
    if (fields != systems.size()) {
      throw Error(str("has ", fields, " systems separated by tabs, but the first line has ",
                      systems.size()),
                  str(input.name, ':', i + 1), "give every line a translation of each system",
                  ExitCode::failure);
    }
  }
  if (systems.size() == 1) systems.front().name = input.name;
  return systems;
}

std::vector<metrics::SegmentFile> read_systems(const std::vector<std::string>& paths) {
  if (paths.empty()) {
    const std::string text(std::istreambuf_iterator<char>(std::cin), {});
    return split_at_tabs(metrics::parse_segments(text, "standard input"));
  }
  std::vector<metrics::SegmentFile> systems;
  for (const std::string& path : paths) {
    if (std::count(paths.begin(), paths.end(), path) > 1) {
      throw Error(str(path, " is given twice after -i"), {},
                  "the name of a file is the name of a system");
    }
    systems.push_back(metrics::read_segments(path));
  }
  return systems;
}

std::vector<metrics::SegmentFile> read_references(const std::vector<std::string>& paths) {
  std::vector<metrics::SegmentFile> references;
  for (const std::string& path : paths) references.push_back(metrics::read_segments(path));
  return references;
}

void check_lines(const std::vector<metrics::SegmentFile>& systems,
                 const std::vector<metrics::SegmentFile>& references) {
  if (systems.empty())
    throw Error("standard input holds no translations", {}, {}, ExitCode::failure);
  for (const auto& system : systems) {
    if (system.lines.empty())
      throw Error("holds no translations", system.name, {}, ExitCode::failure);
    metrics::check_same_length(system, references);
  }
}

void warn_if_tokenized(const std::vector<metrics::SegmentFile>& systems) {
  for (const auto& system : systems) {
    if (metrics::looks_tokenized(system.lines)) {
      log_warning("100 lines or more of ", system.name,
                  " end in \" .\": the text looks tokenized, and then BLEU misleads; "
                  "detokenize it, or say --force if it is meant so");
    }
  }
}

metrics::SignedScore score_corpus(const std::string& metric, metrics::Segments system,
                                  metrics::References references, const ScoreArguments& arguments) {
  if (metric == "bleu") {
    return {metrics::describe(metrics::corpus_bleu(system, references, arguments.bleu)),
            metrics::bleu_signature(arguments.bleu, references.size())};
  }
  return {metrics::describe_chrf(metrics::corpus_chrf(system, references, arguments.chrf),
                                 arguments.chrf),
          metrics::chrf_signature(arguments.chrf, references.size())};
}

/// One score for each line.
std::vector<metrics::SignedScore> score_sentences(const std::string& metric,
                                                  metrics::Segments system,
                                                  metrics::References references,
                                                  const ScoreArguments& arguments) {
  std::vector<metrics::SignedScore> scores;
  if (metric == "bleu") {
    metrics::BleuOptions options = arguments.bleu;
    options.effective_order = true;
    const auto signature = metrics::bleu_signature(options, references.size());
    for (const auto& statistics : metrics::bleu_statistics(system, references, options)) {
      scores.push_back({metrics::describe(metrics::bleu_score(statistics, options)), signature});
    }
  } else {
    const auto signature = metrics::chrf_signature(arguments.chrf, references.size());
    for (const auto& statistics : metrics::chrf_statistics(system, references, arguments.chrf)) {
      scores.push_back(
          {metrics::describe_chrf(metrics::chrf_score(statistics, arguments.chrf), arguments.chrf),
           signature});
    }
  }
  return scores;
}

int score(ScoreArguments& arguments) {
  check(arguments);
  const std::set<std::string> metric_names(arguments.metric_names.begin(),
                                           arguments.metric_names.end());
  const auto reference_files = read_references(arguments.references);
  const auto systems = read_systems(arguments.inputs);
  if (arguments.sentence_level && (metric_names.size() > 1 || systems.size() > 1)) {
    throw Error("--sentence-level works with one metric and one system");
  }
  check_lines(systems, reference_files);
  if (metric_names.contains("bleu") && !arguments.force) warn_if_tokenized(systems);

  std::vector<std::vector<std::string>> references;
  for (const auto& file : reference_files) references.push_back(file.lines);

  if (arguments.sentence_level) {
    metrics::ScoreFormat format = arguments.output;
    format.json = false;  // sacreBLEU prints lines here, whatever the format
    std::string lines;
    for (const auto& entry :
         score_sentences(*metric_names.begin(), systems.front().lines, references, arguments)) {
      lines += metrics::format_scores({&entry, 1}, format);
    }
    write_standard_output(lines);
    return 0;
  }

  std::vector<metrics::SystemScores> results;
  for (const auto& system : systems) {
    results.push_back({system.name, {}});
    for (const std::string& metric : metric_names) {
      results.back().scores.push_back(score_corpus(metric, system.lines, references, arguments));
    }
  }
  write_standard_output(results.size() == 1
                            ? metrics::format_scores(results.front().scores, arguments.output)
                            : metrics::format_systems(results, arguments.output));
  return 0;
}

}  // namespace

std::function<int()> add_score(CLI::App& command) {
  auto arguments = std::make_shared<ScoreArguments>();
  command.allow_extras()->fallthrough(false);
  declare_options(command, *arguments);
  return [&command, arguments] {
    try {
      read_leftovers(command, *arguments);
    } catch (const CLI::ParseError& error) {
      throw Error(error.what());
    }
    return score(*arguments);
  };
}

}  // namespace regard::cli
