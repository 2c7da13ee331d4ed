#include "cli_training/commands.h"

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/log.h"
#include "base/readable.h"
#include "base/stopwatch.h"
#include "base/terminal.h"
#include "cli/grammar.h"
#include "cli/options.h"
#include "cli/translation_text.h"
#include "corpus/training_examples.h"
#include "metrics/bleu.h"
#include "model/modules.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "reranking/reranker.h"
#include "reranking/tuning.h"
#include "text/line_reader.h"

namespace regard::cli {
namespace {

using translate::Rated;

std::string nbest_line(const Rated& candidate, std::span<const double> weights, int64_t number) {
  std::string features;
  for (size_t feature = 0; feature < candidate.features.size(); ++feature) {
    features += str('F', feature, "= ", candidate.features[feature], ' ');
  }
  return str(number, " ||| ", without_separators(candidate.text), " ||| ", features, "||| ",
             translate::weighted_sum(candidate.features, weights), '\n');
}

nlohmann::ordered_json json_of(const Rated& candidate, std::span<const double> weights) {
  return {{"text", candidate.text},
          {"score", translate::weighted_sum(candidate.features, weights)},
          {"features", candidate.features}};
}

}  // namespace

std::string formatted(const std::vector<Rated>& candidates, std::span<const double> weights,
                      const TranslatedLine& line, Format format) {
  const std::vector<Rated> nothing = {{.text = "", .features = std::vector(weights.size(), 0.0)}};
  const auto& some = candidates.empty() ? nothing : candidates;
  if (format == Format::text) return str(some.front().text, line.end);
  if (format == Format::nbest) {
    std::string lines;
    for (const auto& candidate : some) lines += nbest_line(candidate, weights, line.number);
    return lines;
  }
  auto json = json_of(some.front(), weights);
  json["alternatives"] = nlohmann::ordered_json::array();
  for (const auto& candidate : std::span(some).subspan(1)) {
    json["alternatives"].push_back(json_of(candidate, weights));
  }
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

}  // namespace regard::cli

// regard rerank: several models propose translations, each model scores all, and the best one wins.
namespace regard::cli {
namespace {

struct RerankOptions {
  std::vector<std::string> models;
  std::vector<std::string> reverse;
  std::string input = "-";
  std::string output = "-";
  bool text = false;
  Format format = Format::text;
  int64_t candidates = 0;
  std::string weights;
  std::string tune_source;
  std::string tune_reference;
  std::string save_weights;
  int64_t starts = 20;
  int64_t seed = 1;
  translate::TranslatorOptions computing = {};

  template <class Visitor>
  static void describe(Visitor& v) {
    using config::count_of;
    using O = RerankOptions;
    v.field("input", &O::input, config::file(),
            "Text to translate, plain or .gz; - is standard input. One output line per input line. "
            "Only regard translate supports glossaries, prefixes and texts to keep.");
    v.field("text", &O::text,
            "The input is running text, as with regard translate --text; only with --format text.");
    v.field("output", &O::output, config::file(),
            "Output file, which appears when it is complete; - is standard output.");
    v.field("format", &O::format,
            "text: one line per input line. nbest: one line per candidate, best first: number of "
            "the input line from 0 ||| text ||| F0= feature F1= ... ||| score. jsonl: one object "
            "per line, with text, score, features and alternatives. Features are in the order of "
            "the weights: models, reverse models, number of words.");
    v.field("candidates", &O::candidates, count_of(0, limits::kBeam),
            "Candidates that each model proposes per sentence. 0: its whole beam.");
    v.field("weights", &O::weights, config::file(),
            "Weights that --save-weights wrote for the same models. Default: 1 for each model, 0.5 "
            "for each reverse model, 0 for the number of words.");
    v.field("tune_source", &O::tune_source, config::file(),
            "Sentences to tune the weights on first, with --tune-reference: the weights with the "
            "best BLEU are used (minimum error rate training, Och, 2003).");
    v.field("tune_reference", &O::tune_reference, config::file(),
            "The translations of --tune-source, line by line.");
    v.field("save_weights", &O::save_weights, config::file(),
            "File for the tuned weights. Without --input, nothing is translated.");
    v.field("starts", &O::starts, count_of(0),
            "Random starting points of tuning, in addition to each single model and the defaults.");
    v.field("seed", &O::seed, count_of(0), "Seed of the random starts.");
  }
};

/// Throws Error for options that cannot be combined, or that need other options.
void check(const RerankOptions& options) {
  const bool tunes = !options.tune_source.empty();
  if (tunes != !options.tune_reference.empty()) {
    throw Error(tunes ? "--tune-source is given without --tune-reference"
                      : "--tune-reference is given without --tune-source",
                {}, "give both");
  }
  if (tunes && !options.weights.empty()) {
    throw Error("--weights and --tune-source cannot be combined", {}, "leave one out");
  }
  if (options.text && options.format != Format::text) {
    throw Error("--text and --format cannot be combined", {}, "leave one out");
  }
  if (!tunes && !options.save_weights.empty()) {
    throw Error("--save-weights has no effect without --tune-source", {},
                "leave it out, or add --tune-source FILE --tune-reference FILE");
  }
}

std::string listed(const translate::RerankingWeights& weights) {
  constexpr int kDigits = 3;
  std::vector<std::string> parts;
  for (const auto& one : weights.forward) {
    parts.push_back(str(one.model, ' ', fixed(one.weight, kDigits)));
  }
  for (const auto& one : weights.reverse) {
    parts.push_back(str("reverse ", one.model, ' ', fixed(one.weight, kDigits)));
  }
  parts.push_back(str("words ", fixed(weights.words, kDigits)));
  return join(parts);
}

translate::RerankingWeights tuned(const translate::Reranker& reranker,
                                  const RerankOptions& options) {
  const auto& own = reranker.default_weights();
  const auto text =
      corpus::read_test_text({.source = options.tune_source, .target = options.tune_reference},
                             reranker.experiment().data.preprocess);
  log_info("tuning weights on ", counted(text.sources.size(), "line"), " of ", options.tune_source);
  ProgressBar bar(0, "tune");
  int64_t steps = 0;
  const auto candidates =
      reranker.candidates(text.sources, own.values(), [&] { bar.update(++steps, "steps"); });
  bar.finish();
  const auto metric = metrics::make_metric(metrics::BleuOptions{});
  const auto tuning = translate::tune(own, candidates, text.references, *metric, options.starts,
                                      static_cast<uint64_t>(options.seed));
  for (size_t model = 0; model < tuning.alone.size(); ++model) {
    log_info("  BLEU of ", own.forward[model].model, " by itself: ", fixed(tuning.alone[model], 2));
  }
  log_info("  BLEU with the default weights: ", fixed(tuning.untuned, 2));
  log_info("  BLEU with the tuned weights: ", fixed(tuning.tuned, 2), " (", listed(tuning.weights),
           ")");
  return tuning.weights;
}

void translate_lines(const translate::Reranker& reranker, const RerankOptions& options,
                     const std::vector<double>& weights) {
  OutputFile output(options.output);
  if (options.text) {
    return translate_running_text(
        options.input, [&](const auto& lines) { return reranker.translate_text(lines, weights); },
        output);
  }
  const auto blocks = lines_of({}, options.input, reranker.experiment().search.batch_size);
  ProgressBar bar(blocks->line_count(), "rerank");
  const Stopwatch stopwatch;
  int64_t number = 0;
  for (auto block = blocks->next(); !block.texts.empty(); block = blocks->next()) {
    const bool begins = number == 0 && options.format == Format::text;
    if (begins && blocks->has_byte_order_mark()) output.write(text::kByteOrderMark);
    const auto all = reranker.candidates(block.texts, weights);
    for (size_t line = 0; line < all.size(); ++line) {
      const TranslatedLine place{number++, block.texts[line], 0.0, block.ends[line]};
      output.write(formatted(all[line], weights, place, options.format));
    }
    output.flush();
    if (options.output != "-" || !standard_output_is_terminal()) bar.update(number);
  }
  bar.finish();
  output.commit();
  log_info("translated ", counted(number, "line"), " in ", fixed(stopwatch.seconds(), 2), " s");
}

int rerank(const RerankOptions& options, bool has_input,
           const std::function<void(config::SearchOptions&)>& override_search) {
  check(options);
  for (const auto& output : {options.output, options.save_weights}) {
    check_replaces_no_input(output, {options.input, options.tune_source, options.tune_reference});
  }
  for (const auto& model : options.models) {
    if (is_there(model)) continue;
    throw Error("no such model", model,
                "name models only; the text comes from --input or standard input");
  }
  model::set_threads(options.computing.threads);
  const translate::Reranker reranker({.forward = options.models,
                                      .reverse = options.reverse,
                                      .computing = options.computing,
                                      .override_search = override_search,
                                      .n_best = options.candidates});
  auto weights = reranker.default_weights();
  if (!options.weights.empty()) weights = translate::load_weights(options.weights, weights);
  if (!options.tune_source.empty()) weights = tuned(reranker, options);
  if (!options.save_weights.empty()) {
    translate::save_weights(options.save_weights, weights);
    log_info("wrote the weights to ", options.save_weights);
    if (!has_input) return 0;
  }
  translate_lines(reranker, options, weights.values());
  return 0;
}

}  // namespace

std::function<int()> add_rerank(CLI::App& command) {
  auto options = std::make_shared<RerankOptions>();
  add_usage(command, "[OPTIONS] MODEL... [--reverse MODEL]");
  command
      .add_option(
          "MODEL,--model", options->models,
          "Models that translate between the same two languages; architectures and tokenizers "
          "may differ. Each model proposes candidates, and all models score them.")
      ->required()
      ->type_name("MODEL");
  command
      .add_option("--reverse", options->reverse,
                  "A model that translates back and scores the candidates by the probability of "
                  "the source (the noisy channel); may be given several times.")
      ->type_name("MODEL")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  add_options(command, *options);
  add_older_name(command, "--n-best", "--candidates");
  add_options(command, options->computing, {"device", "compute", "threads"});
  const auto override_search = add_chosen_overrides<config::SearchOptions>(
      command, [](const auto& field) { return field.name != "language_model_weight"; });
  return [=, &command] {
    try {
      return rerank(*options, command.count("--input") > 0, override_search);
    } catch (const OutputClosed&) {
      return 0;  // the reader has seen enough, as in `regard rerank ... | head`
    }
  };
}

}  // namespace regard::cli
