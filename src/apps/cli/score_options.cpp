#include "cli/score_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <random>
#include <string_view>
#include <type_traits>
#include <variant>

#include "base/readable.h"
#include "cli/grammar.h"
#include "cli/options.h"
#include "metrics/unicode.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::cli {
namespace {

/// One of sacreBLEU's short names of several letters, which CLI11 would read as separate flags.
/// "-s" is included because other names start with it.
struct ShortName {
  std::string_view name;
  std::string_view long_name;
};
constexpr ShortName kModelShortNames[] = {{"-s", "--source"}, {"-t", "--target"}};
constexpr ShortName kShortNames[] = {
    {"-sl", "--sentence-level"}, {"-sh", "--short"},         {"-nr", "--num-refs"},
    {"-ci", "--confidence"},     {"-cin", "--confidence-n"}, {"-pbs", "--paired-bs"},
    {"-pbsn", "--paired-bs-n"},  {"-par", "--paired-ar"},    {"-parn", "--paired-ar-n"},
};

std::vector<ShortName> short_names(ScoreArguments& arguments) {
  std::vector<ShortName> names(std::begin(kShortNames), std::end(kShortNames));
  for (const auto& [name, metric] : arguments.metrics) {
    for (const auto& option : metric->options()) {
      if (!option.short_flag.empty()) names.push_back({option.short_flag, option.flag});
    }
  }
  return names;
}

std::optional<std::string> environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

void declare(CLI::App& command, const metrics::MetricOption& option, const std::string& group) {
  if (option.flag.empty()) return;
  const std::string flag(option.flag);
  const auto help =
      option.short_flag.empty() ? option.help : str(option.short_flag, ": ", option.help);
  const auto add = [&]<class Value>(Value* value) {
    if constexpr (std::is_same_v<Value, bool>) {
      return command.add_flag(flag, *value, help);
    } else if constexpr (std::is_same_v<Value, std::optional<double>>) {
      return command.add_option(flag, *value, help)->type_name("X");
    } else {
      return command.add_option(flag, *value, help)
          ->capture_default_str()
          ->type_name(option.words.empty() ? "N" : join(option.words, "|"));
    }
  };
  std::visit([&](auto* value) { add(value)->group(group); }, option.value);
}

/// Declares the options of each metric as a group.
void declare_metrics(CLI::App& command, ScoreArguments& arguments) {
  command.add_flag("--force", arguments.force, "Do not warn about text that looks tokenized.")
      ->group("BLEU");
  for (const auto* row : metrics::metrics_that(&metrics::MetricUses::scores)) {
    auto metric = row->make();
    for (const auto& option : metric->options()) declare(command, option, std::string(row->title));
    arguments.metrics.push_back({std::string(row->name), std::move(metric)});
  }
}

void declare_significance(CLI::App& command, ScoreArguments& arguments) {
  const auto group = "Significance (random seed: $SACREBLEU_SEED, or 12345)";
  command
      .add_flag("--confidence", arguments.confidence,
                "-ci: the 95 % interval of one system's score, by bootstrap resampling.")
      ->group(group);
  command
      .add_option("--confidence-n", arguments.confidence_resamples, "-cin: number of resamples.")
      ->type_name("N")
      ->capture_default_str()
      ->group(group);
  command
      .add_flag("--paired-bs", arguments.paired_bootstrap,
                "-pbs: p-values of the differences from the first system, and intervals, by paired "
                "bootstrap resampling.")
      ->group(group);
  command.add_option("--paired-bs-n", arguments.paired_resamples, "-pbsn: number of resamples.")
      ->type_name("N")
      ->capture_default_str()
      ->group(group);
  command
      .add_flag("--paired-ar", arguments.paired_randomization,
                "-par: p-values by paired approximate randomization.")
      ->group(group);
  command.add_option("--paired-ar-n", arguments.paired_trials, "-parn: number of trials.")
      ->type_name("N")
      ->capture_default_str()
      ->group(group);
}

/// Sets the output format. False if it is unknown.
bool set_format(ScoreArguments& arguments, std::string_view format) {
  const bool known = format == "json" || format == "text";
  if (known) arguments.output.json = format == "json";
  return known;
}

void declare_output(CLI::App& command, ScoreArguments& arguments) {
  const auto group = "Output";
  command.add_option("-w,--width", arguments.output.width, "Number of decimals.")
      ->type_name("N")
      ->capture_default_str()
      ->group(group);
  const auto read_format = [&arguments](const std::string& format) {
    if (!set_format(arguments, format)) {
      throw Error(str("--format is ", format, ", but must be json or text"));
    }
  };
  command.add_option_function<std::string>("-f,--format", read_format, "Output format.")
      ->type_name("json|text")
      ->default_str("json")
      ->group(group);
  command.add_flag("--json", arguments.output.json, "Same as -f json.")->group(group);
  command.add_flag("-b,--score-only", arguments.output.score_only, "Write only the score.")
      ->group(group);
  command.add_flag("--short", arguments.output.short_signature, "-sh: short signatures.")
      ->group(group);
}

}  // namespace

void declare_score_options(CLI::App& command, ScoreArguments& arguments) {
  add_usage(command, "[OPTIONS] REFERENCE... [-i FILE...]");
  add_usage(command, "[OPTIONS] --model MODEL --source FILE [-i FILE]");
  add_usage(command, "[OPTIONS] --alignment GOLD [-i FILE]");
  // Only for the help: references are read from the remaining arguments, as short names are.
  command.add_option("REFERENCE", "Reference translations: one or several files, before -i.")
      ->expected(0)
      ->allow_extra_args(false)
      ->type_name("FILE");
  command
      .add_option("-i,--input", arguments.inputs,
                  "Translations to score, one per line of the references or of --source. Each file "
                  "is a system. Default: standard input, with systems separated by tabs.")
      ->type_name("FILE");
  command
      .add_option("--num-refs", arguments.references_per_line,
                  "-nr: number of references, separated by tabs, in each line of a single file.")
      ->type_name("N")
      ->capture_default_str();
  command.add_option("-m,--metrics", arguments.metric_names, "Metrics. Default: bleu.")
      ->type_name(join(metrics::names_of_metrics_that(&metrics::MetricUses::scores), "|"));
  const auto model = "Score with a model instead of metrics";
  command
      .add_option(
          "--model", arguments.by_model.model,
          "A directory written by regard train. Prints each translation's log-probability (-f "
          "text), or an object with the log-probabilities of the translation and its tokens (-f "
          "json).")
      ->type_name("MODEL")
      ->group(model);
  command
      .add_option("--source", arguments.by_model.source,
                  "The sources, one per line; with --model also -s.")
      ->type_name("FILE")
      ->group(model);
  add_older_name(command, "--target", "--input");  // together with its short name -t
  command
      .add_option("--alignment", arguments.alignment,
                  "Score word links instead of translations: lines such as 0-0 1-2, written by "
                  "regard align, against this gold alignment of sure and possible links, such as "
                  "1-1 2p3. Prints alignment error rate, precision and recall.")
      ->type_name("FILE")
      ->group("Score word alignments");
  command.add_flag("--sentence-level", arguments.sentence_level,
                   "-sl: one score per line, with one metric.");

  declare_metrics(command, arguments);
  declare_significance(command, arguments);
  declare_output(command, arguments);
}

namespace {

/// The long name of the option `argument`; throws Error if there is none.
std::string long_name(const CLI::App& command, const std::string& argument,
                      ScoreArguments& arguments) {
  const bool by_model = !arguments.by_model.model.empty();
  for (const ShortName& row : kModelShortNames) {
    if (by_model && row.name == argument) return std::string(row.long_name);
  }
  constexpr std::string_view kTestSets[] = {"-t", "--test-set", "-l", "--language-pair"};
  if (std::ranges::find(kTestSets, argument) != std::end(kTestSets)) {
    throw Error(str(argument, " names a test set, which regard score does not download"), {},
                "name the file of references: regard score REFERENCE -i TRANSLATION");
  }
  std::vector<std::string> names;
  for (const ShortName& row : short_names(arguments)) {
    if (row.name == argument) return std::string(row.long_name);
    names.emplace_back(row.name);
  }
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_group().empty()) continue;  // hidden
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  const std::string suggestion = did_you_mean(argument, names);
  throw Error(str("unknown option ", argument), {},
              suggestion.empty() ? "see regard score --help" : suggestion);
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
      CLI::Option* option = command.get_option(long_name(command, *argument, arguments));
      const bool is_flag = option->get_expected_min() == 0;
      if (!is_flag && std::next(argument) == leftovers.end()) {
        throw Error(str(*argument, " needs a value"), {}, "see regard score --help");
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
    throw Error(str("$SACREBLEU_SEED is '", *text, "', but must be a whole number or none"), {},
                "set it to a whole number of at least 0, or to none for a new seed each time");
  }
}

void check_significance(const ScoreArguments& arguments) {
  if (arguments.paired_bootstrap && arguments.paired_randomization) {
    throw Error("--paired-bs and --paired-ar cannot be combined");
  }
  const bool any = arguments.confidence || arguments.is_paired();
  if (any && arguments.sentence_level) {
    throw Error("--sentence-level has neither confidence intervals nor paired tests");
  }
  if (arguments.confidence && arguments.is_paired()) {
    throw Error("--confidence is for one system", {},
                "use --paired-bs, which also gives intervals");
  }
  check_at_least<std::int64_t>(2, arguments.confidence_resamples, "--confidence-n");
  check_at_least<std::int64_t>(2, arguments.paired_resamples, "--paired-bs-n");
  check_at_least<std::int64_t>(1, arguments.paired_trials, "--paired-ar-n");
}

}  // namespace

void check_score_arguments(ScoreArguments& arguments) {
  if (!arguments.by_model.source.empty()) {
    throw Error("--source has no effect without --model", {}, "leave it out, or add --model MODEL");
  }
  if (arguments.references.empty()) {
    throw Error("no reference is given", {},
                "name the references before -i: regard score REFERENCE -i TRANSLATION");
  }
  for (const std::string& name : arguments.metric_names) {
    metrics::metric_named(name, &metrics::MetricUses::scores);
  }
  set_format(arguments, metrics::lower(environment("SACREBLEU_FORMAT").value_or("")));
  for (auto& [name, metric] : arguments.metrics) {
    metric->check_options();
    if (arguments.sentence_level) metric->prepare_for_sentences();
  }
  read_seed(arguments);
  check_significance(arguments);
  check_at_least(1, arguments.references_per_line, "--num-refs");
  if (arguments.references_per_line > 1 && arguments.references.size() > 1) {
    throw Error("--num-refs needs a single file of references");
  }
  check_at_least(0, arguments.output.width, "--width");
}

}  // namespace regard::cli
