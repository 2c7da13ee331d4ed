#include "score_options.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <random>
#include <string_view>

#include "regard/base/error.h"
#include "regard/base/nearest.h"
#include "regard/base/str.h"
#include "regard/metrics/bleu_tokenizers.h"
#include "regard/metrics/unicode.h"

namespace regard::cli {
namespace {

/// sacreBLEU's names of several letters behind one hyphen, which CLI11 would read as letters of
/// their own. "-s" stands here because it begins others.
struct ShortName {
  std::string_view name;
  std::string_view long_name;
};
constexpr ShortName kModelShortNames[] = {{"-s", "--source"}, {"-t", "--target"}};
constexpr ShortName kShortNames[] = {
    {"-tok", "--tokenize"},       {"-lc", "--lowercase"},       {"-s", "--smooth-method"},
    {"-sv", "--smooth-value"},    {"-sl", "--sentence-level"},  {"-sh", "--short"},
    {"-cc", "--chrf-char-order"}, {"-cw", "--chrf-word-order"}, {"-nr", "--num-refs"},
    {"-ci", "--confidence"},      {"-cin", "--confidence-n"},   {"-pbs", "--paired-bs"},
    {"-pbsn", "--paired-bs-n"},   {"-par", "--paired-ar"},      {"-parn", "--paired-ar-n"},
};

/// $SACREBLEU_FORMAT and $SACREBLEU_SEED; nothing where they are not set.
std::optional<std::string> environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

std::string tokenizer_names() {
  std::string names;
  for (const auto& tokenizer : metrics::bleu_tokenizers()) {
    names += str(names.empty() ? "" : ", ", tokenizer.name);
  }
  return names;
}

}  // namespace

void declare_score_options(CLI::App& command, ScoreArguments& arguments) {
  // For the help alone: it takes nothing, so that a reference and what follows a short name stay in
  // one order.
  command.add_option("REFERENCE...", "Reference translations: one file or several, before -i.")
      ->expected(0)
      ->allow_extra_args(false);
  command.add_option("-i,--input", arguments.inputs,
                     "Translations to score, one per line of the references. Several files are "
                     "several systems. Default: standard input, systems separated by tabs.");
  command
      .add_option("--num-refs", arguments.references_per_line,
                  "-nr: number of references, separated by tabs, in each line of a single file.")
      ->capture_default_str();
  command.add_option("-m,--metrics", arguments.metric_names, "bleu, chrf, ter. Default: bleu.");
  const auto model = "Score with a model instead of metrics";
  command
      .add_option("--model", arguments.by_model.model,
                  "A directory written by regard train. Prints each line's log-probability (-f "
                  "text), or an object with it and every token's.")
      ->group(model);
  command.add_option("--source", arguments.by_model.source, "-s: the sources, one per line.")
      ->group(model);
  command.add_option("--target", arguments.by_model.target, "-t: their translations.")
      ->group(model);
  command.add_flag("--sentence-level", arguments.sentence_level,
                   "-sl: one score per line, by one metric.");

  const auto bleu = "BLEU";
  command
      .add_option("--tokenize", arguments.bleu.tokenizer,
                  str("-tok: one of ", tokenizer_names(), "."))
      ->capture_default_str()
      ->group(bleu);
  command.add_flag("--lowercase", arguments.bleu.lowercase, "-lc: ignore case.")->group(bleu);
  command
      .add_option("--smooth-method", arguments.smoothing,
                  "-s: smoothing of orders without a match: exp, floor, add-k or none.")
      ->capture_default_str()
      ->group(bleu);
  command
      .add_option("--smooth-value", arguments.bleu.smooth_value,
                  "-sv: value for floor (0.1) and add-k (1).")
      ->group(bleu);
  command.add_flag("--force", arguments.force, "Do not warn about text that looks tokenized.")
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
  command.add_option("--chrf-beta", arguments.chrf.beta, "Weight of recall relative to precision.")
      ->capture_default_str()
      ->group(chrf);
  command
      .add_flag("--chrf-whitespace", arguments.chrf.whitespace, "Count white space as characters.")
      ->group(chrf);
  command.add_flag("--chrf-lowercase", arguments.chrf.lowercase, "Ignore case.")->group(chrf);
  command
      .add_flag(
          "--chrf-eps-smoothing", arguments.chrf.eps_smoothing,
          "Smooth like chrF++.py, NLTK and Moses instead of averaging over the effective orders.")
      ->group(chrf);

  const auto ter = "TER";
  command
      .add_flag("--ter-normalized", arguments.ter.normalized,
                "Decode entities and separate punctuation.")
      ->group(ter);
  command.add_flag("--ter-no-punct", arguments.ter.no_punct, "Remove punctuation.")->group(ter);
  command
      .add_flag("--ter-asian-support", arguments.ter.asian_support,
                "Extend both to East Asian characters and punctuation.")
      ->group(ter);
  command
      .add_flag("--ter-case-sensitive", arguments.ter.case_sensitive,
                "Respect case, which TER ignores by default.")
      ->group(ter);

  const auto significance = "Significance (random seed: $SACREBLEU_SEED, or 12345)";
  command
      .add_flag("--confidence", arguments.confidence,
                "-ci: the 95 % interval of one system's score, by bootstrap resampling.")
      ->group(significance);
  command
      .add_option("--confidence-n", arguments.confidence_resamples, "-cin: number of resamples.")
      ->capture_default_str()
      ->group(significance);
  command
      .add_flag("--paired-bs", arguments.paired_bootstrap,
                "-pbs: p-values of the differences from the first system, and intervals, by paired "
                "bootstrap resampling.")
      ->group(significance);
  command.add_option("--paired-bs-n", arguments.paired_resamples, "-pbsn: number of resamples.")
      ->capture_default_str()
      ->group(significance);
  command
      .add_flag("--paired-ar", arguments.paired_randomization,
                "-par: p-values by paired approximate randomization.")
      ->group(significance);
  command.add_option("--paired-ar-n", arguments.paired_trials, "-parn: number of trials.")
      ->capture_default_str()
      ->group(significance);

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

namespace {

/// The long name that `argument` stands for; throws Error when it is no option at all.
std::string long_name(const CLI::App& command, const std::string& argument, bool by_model) {
  for (const ShortName& row : kModelShortNames) {
    if (by_model && row.name == argument) return std::string(row.long_name);
  }
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

}  // namespace

void read_score_leftovers(CLI::App& command, ScoreArguments& arguments) {
  const std::vector<std::string> leftovers = command.remaining();
  bool only_references = false;
  for (auto argument = leftovers.begin(); argument != leftovers.end(); ++argument) {
    if (only_references || argument->size() < 2 || argument->front() != '-') {
      arguments.references.push_back(*argument);
    } else if (*argument == "--") {
      only_references = true;
    } else {
      CLI::Option* option =
          command.get_option(long_name(command, *argument, !arguments.by_model.model.empty()));
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

namespace {

template <class Number>
void check_at_least(Number least, Number value, const std::string& option) {
  if (value < least) throw Error(str(option, " is ", value, ", but must be at least ", least));
}

void read_seed(ScoreArguments& arguments) {
  const auto text = environment("SACREBLEU_SEED");
  if (!text) return;
  arguments.seed_text = metrics::lower(*text);
  if (arguments.seed_text == "none") {
    std::random_device device;
    arguments.seed = std::uint64_t{device()} << 32U | device();
    return;
  }
  const char* end = text->data() + text->size();
  const auto result = std::from_chars(text->data(), end, arguments.seed);
  if (result.ec != std::errc() || result.ptr != end) {
    throw Error(str("$SACREBLEU_SEED is \"", *text, "\""), {},
                "set it to a whole number of at least 0, or to none for a new seed each time");
  }
}

void check_significance(const ScoreArguments& arguments) {
  if (arguments.paired_bootstrap && arguments.paired_randomization) {
    throw Error("--paired-bs and --paired-ar exclude each other");
  }
  const bool any = arguments.confidence || arguments.is_paired();
  if (any && arguments.sentence_level) {
    throw Error("--sentence-level has neither confidence intervals nor paired tests");
  }
  if (arguments.confidence && arguments.is_paired()) {
    throw Error("--confidence is for one system", {}, "--paired-bs gives intervals, too");
  }
  check_at_least<std::int64_t>(2, arguments.confidence_resamples, "--confidence-n");
  check_at_least<std::int64_t>(2, arguments.paired_resamples, "--paired-bs-n");
  check_at_least<std::int64_t>(1, arguments.paired_trials, "--paired-ar-n");
}

}  // namespace

void check_score_arguments(ScoreArguments& arguments) {
  if (arguments.references.empty()) {
    throw Error("there is no reference to score against", {},
                "name the references before -i: regard score REFERENCE -i TRANSLATION");
  }
  for (const std::string& name : arguments.metric_names) {
    if (name != "bleu" && name != "chrf" && name != "ter") {
      throw Error(str("there is no metric \"", name, "\""), {}, "use bleu, chrf, ter");
    }
  }
  const std::string preferred = metrics::lower(environment("SACREBLEU_FORMAT").value_or(""));
  if (preferred == "json" || preferred == "text") arguments.format = preferred;
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
  if (arguments.sentence_level) arguments.bleu.effective_order = true;
  read_seed(arguments);
  check_significance(arguments);
  check_at_least(1, arguments.references_per_line, "--num-refs");
  if (arguments.references_per_line > 1 && arguments.references.size() > 1) {
    throw Error("--num-refs is for one file of references");
  }
  check_at_least(0, arguments.output.width, "--width");
  check_at_least(0, arguments.chrf.beta, "--chrf-beta");
  check_at_least(0, arguments.chrf.char_order, "--chrf-char-order");
  check_at_least(0, arguments.chrf.word_order, "--chrf-word-order");
  if (arguments.chrf.char_order + arguments.chrf.word_order == 0) {
    throw Error("--chrf-char-order and --chrf-word-order are both 0: there is nothing to count");
  }
}

}  // namespace regard::cli
