// regard eval: measures how good a model is on a text, and how fast.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <iomanip>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "alignment/quality.h"
#include "base/columns.h"
#include "base/files.h"
#include "base/log.h"
#include "base/readable.h"
#include "base/stopwatch.h"
#include "base/terminal.h"
#include "cli/options.h"
#include "cli/score_alignment.h"
#include "cli/translation_text.h"
#include "cli_training/commands.h"
#include "cli_training/eval_alignment.h"
#include "cli_training/eval_calibration.h"
#include "cli_training/table_of_models.h"
#include "config/writer.h"
#include "corpus/token_stream.h"
#include "corpus/training_examples.h"
#include "interop/load_model.h"
#include "metrics/metric_table.h"
#include "metrics/score_format.h"
#include "model/modules.h"
#include "module_search/searchers.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "scoring/score_text.h"
#include "store/model_directory.h"
#include "store/model_file.h"
#include "text/tokenizer_pair.h"
#include "translate/plan.h"
#include "translate/translation_model.h"

namespace regard::cli {
namespace {

struct EvalOptions {
  std::string model;
  std::string source;
  std::string reference;
  std::string output;
  std::string alignment;
  bool calibrate = false;
  bool json = false;
  TrustOption trust = {};
  translate::TranslatorOptions computing = {};

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = EvalOptions;
    v.field("model", &O::model, config::required("MODEL"),
            "The model: a directory written by regard train; A+B is an ensemble of two or more "
            "models with the same tokenizers.");
    v.field("source", &O::source, config::file(),
            "Sentences to translate, plain or .gz, with --reference; for a language model, the "
            "text to score. Default: the test set in the model's config.");
    v.field("reference", &O::reference, config::file(),
            "The translations of --source, line by line.");
    v.field("output", &O::output, config::file(), "File for the model's translations.");
    v.field(
        "alignment", &O::alignment, config::file(),
        "Gold alignment of the text, with words separated by blanks: sure and possible links, such "
        "as 1-1 2p3. Also prints the alignment error rate of the model's attention.");
    v.field("calibrate", &O::calibrate,
            "Instead of scoring, calibrate the confidence of translations and words on the odd "
            "lines of the text, and store the result in the model. Prints the calibration error on "
            "the even lines, and how often translations and references are flagged.");
    v.field("json", &O::json, "Write the figures as JSON.");
  }
};

using SearchOverrides = std::function<void(config::SearchOptions&)>;

struct Evaluation {
  config::ParallelText files;
  std::optional<translate::TextScore> text_score;  ///< set for a single model
  std::vector<std::string> hypotheses;
  std::vector<metrics::SignedScore> scores;
  size_t in_parts = 0;                          ///< sentences too long to translate at once
  std::optional<alignment::Quality> alignment;  ///< with --alignment
  double seconds = 0.0;                         ///< search time
  double sentences_per_second = 0.0;
  double tokens_per_second = 0.0;  ///< target tokens, including ends of sentence
};

constexpr auto kNameFiles = "give --source FILE --reference FILE";
constexpr auto kNameFile = "give --source FILE";

config::ParallelText chosen_files(const EvalOptions& options,
                                  const config::Experiment& experiment) {
  if (options.source.empty() != options.reference.empty()) {
    throw Error(options.source.empty() ? "--reference is given without --source"
                                       : "--source is given without --reference",
                {}, "give both, or neither for the test set in the model's config");
  }
  if (!options.source.empty()) return {.source = options.source, .target = options.reference};
  if (experiment.data.test.empty()) {
    throw Error("the model's config names no test set",
                store::ModelDirectory(options.model).config(), kNameFiles);
  }
  return options.trust.to_read(experiment.data.test, options.model, experiment.data, kNameFiles);
}

Evaluation evaluate(const translate::TranslationModel& model, const corpus::TestText& text,
                    const config::SearchOptions& search, bool is_ensemble) {
  Evaluation evaluation;
  const auto& tokenizers = model.tokenizers();
  const auto source_tokens = translate::encode_sources(tokenizers, text.sources);
  if (!is_ensemble) {
    auto tagged = source_tokens;
    translate::put_first(translate::tag_id(search.tag, tokenizers.source()), tagged);
    evaluation.text_score =
        translate::score_text(translate::module_of(model), tagged,
                              translate::encode_targets(tokenizers, text.references));
  }

  const Stopwatch stopwatch;
  size_t tokens = 0;
  const translate::Sources sources(tokenizers, text.sources, search, source_tokens);
  for (auto& translation : model.translate(sources, {.search = search})) {
    if (!translation.n_best.empty()) tokens += translation.n_best.front().ids.size();
    if (translation.cuts > 0) ++evaluation.in_parts;
    evaluation.hypotheses.push_back(std::move(translation.text));
  }
  evaluation.seconds = stopwatch.seconds();
  evaluation.sentences_per_second =
      static_cast<double>(evaluation.hypotheses.size()) / evaluation.seconds;
  evaluation.tokens_per_second = static_cast<double>(tokens) / evaluation.seconds;

  const std::vector<std::string> references[] = {text.references};
  for (const auto* row : metrics::metrics_that(&metrics::MetricUses::validates)) {
    const auto metric = row->make();
    const auto sums = metric->statistics(evaluation.hypotheses, references).sums();
    evaluation.scores.push_back({metric->score(sums), metric->signature(1)});
  }
  return evaluation;
}

std::string names(const config::ParallelText& files) {
  return files.tsv.empty() ? files.source + ", " + files.target : files.tsv;
}

/// A table of scores, of how they were computed, and of the metrics' signatures, which show whether
/// scores are comparable.
std::string as_table(const EvalOptions& options, const config::SearchOptions& search,
                     const Evaluation& evaluation) {
  std::vector<std::vector<std::string>> rows;
  for (const auto& [score, signature, interval] : evaluation.scores) {
    rows.push_back({score.name, fixed(score.value, 2)});
  }
  auto text = str(names(evaluation.files), ": ", counted(evaluation.hypotheses.size(), "sentence"));
  if (evaluation.text_score) {
    rows.push_back({"loss", fixed(evaluation.text_score->loss, 4)});
    rows.push_back({"perplexity", fixed(evaluation.text_score->perplexity, 2)});
    text += ", " + counted(evaluation.text_score->tokens, "target token");
  }
  if (evaluation.alignment) {
    rows.push_back({"alignment", alignment::sentence_of(*evaluation.alignment)});
  }
  rows.push_back({"speed", str(fixed(evaluation.sentences_per_second, 2), " sentences/s, ",
                               fixed(evaluation.tokens_per_second, 2), " tokens/s")});
  rows.push_back({"model", options.model});
  rows.push_back({"text", text});
  rows.push_back({"search", str("beam size ", search.beam_size, ", length penalty ",
                                fixed(search.length_penalty, 2))});
  std::string table = in_columns(rows, 2) + '\n';
  for (const auto& [score, signature, interval] : evaluation.scores) {
    table += str(score.name, '|', signature.text(), '\n');
    if (!score.details.empty()) table += str("  ", score.details, '\n');
  }
  return table;
}

/// Minimum plausible BLEU: only a model that has learned nothing scores lower on its own languages.
constexpr double kLeastBleu = 2.0;

void warn_of_wrong_reference(const Evaluation& evaluation) {
  const auto& bleu = evaluation.scores.front().score;
  if (bleu.value >= kLeastBleu) return;
  const auto& files = evaluation.files;
  log_warning(bleu.name, " is ", fixed(bleu.value, 1), ": is ",
              files.tsv.empty() ? str(files.target, " the reference of ", files.source)
                                : str("the second column of ", files.tsv, " the reference"),
              ", line by line?");
}

std::string as_json(const EvalOptions& options, const config::SearchOptions& search,
                    const Evaluation& evaluation) {
  using Json = nlohmann::ordered_json;
  Json json = {{"model", options.model}};
  if (evaluation.files.tsv.empty()) {
    json["source"] = evaluation.files.source;
    json["reference"] = evaluation.files.target;
  } else {
    json["tsv"] = evaluation.files.tsv;
  }
  json["sentences"] = evaluation.hypotheses.size();
  if (evaluation.text_score) json["tokens"] = evaluation.text_score->tokens;
  json["beam_size"] = search.beam_size;
  json["length_penalty"] = search.length_penalty;
  if (evaluation.text_score) {
    json["loss"] = evaluation.text_score->loss;
    json["perplexity"] = evaluation.text_score->perplexity;
  }
  json["scores"] = Json::array();
  for (const auto& score : evaluation.scores) {
    json["scores"].push_back(Json::parse(metrics::score_json(score, 2)));
  }
  if (evaluation.alignment) json["alignment"] = json_of(*evaluation.alignment);
  json["seconds"] = evaluation.seconds;
  json["sentences_per_second"] = evaluation.sentences_per_second;
  json["tokens_per_second"] = evaluation.tokens_per_second;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

void check_calibration(const EvalOptions& options, size_t models) {
  if (!options.calibrate) return;
  if (models > 1) {
    throw Error("the confidence of an ensemble cannot be calibrated", "--calibrate",
                "name one model");
  }
  const auto* other = !options.output.empty()      ? "--output"
                      : !options.alignment.empty() ? "--alignment"
                                                   : nullptr;
  if (other == nullptr) return;
  throw Error(str("--calibrate and ", other, " cannot be combined"), {}, "leave one out");
}

int eval_translation(EvalOptions options, const SearchOverrides& override_search) {
  const auto ensemble = options.model;
  const auto models = models_named(ensemble);
  check_calibration(options, models.size());
  options.model = models.front();
  const auto model = open_together(models, options.computing);
  const auto& experiment = model.experiment();
  const auto files = chosen_files(options, experiment);
  auto search = experiment.search;
  if (!files.tag.empty()) search.tag = files.tag;
  override_search(search);
  search = config::completed(search, experiment.data);
  const auto preprocess = experiment.data.preprocess;
  const auto text = corpus::read_test_text(files, preprocess);
  check_replaces_no_input(options.output, {files.source, files.target, files.tsv});
  options.model = ensemble;
  log_info("regard: ", options.model, " on ", names(files), ": ", text.sources.size(),
           " sentences");
  if (preprocess != text::Preprocess::none) {
    log_info("References are prepared like the training text (data.preprocess: ",
             name_of(experiment.data.preprocess),
             "), so scores are comparable only with models prepared the same way.");
  }
  if (options.calibrate) {
    const auto& directory = models.front();
    write_standard_output(calibrated(model, directory, text, search, options.json));
    return 0;
  }
  auto evaluation = evaluate(model, text, search, models.size() > 1);
  evaluation.files = files;
  if (!options.alignment.empty()) {
    evaluation.alignment = alignment_of_model(model, text, search, options.alignment);
  }
  if (evaluation.in_parts > 0) {
    log_warning(evaluation.in_parts, " sentences have more than ", search.longest_source,
                " tokens (search.longest_source) and were translated in parts");
  }
  warn_of_wrong_reference(evaluation);
  if (!options.output.empty()) {
    OutputFile output(options.output);
    for (const auto& hypothesis : evaluation.hypotheses) output.write(hypothesis + '\n');
    output.commit();
  }
  write_standard_output(options.json ? as_json(options, search, evaluation)
                                     : as_table(options, search, evaluation));
  return 0;
}

config::ParallelText chosen_plain_text(const EvalOptions& options,
                                       const config::Experiment& experiment) {
  const auto* given = !options.reference.empty()   ? "--reference"
                      : !options.output.empty()    ? "--output"
                      : !options.alignment.empty() ? "--alignment"
                      : options.calibrate          ? "--calibrate"
                                                   : nullptr;
  if (given != nullptr) {
    throw Error(str(given, " is given, but the model is a language model, which cannot translate"),
                options.model, "leave it out");
  }
  if (!options.source.empty()) return {.text = options.source};
  if (experiment.data.test.empty()) {
    throw Error("the model's config names no test set",
                store::ModelDirectory(options.model).config(), kNameFile);
  }
  return options.trust.to_read(experiment.data.test, options.model, experiment.data, kNameFile);
}

int eval_language_model(const EvalOptions& options) {
  auto loaded =
      interop::load_language_model(options.model, model::device_named(options.computing.device));
  const auto text = chosen_plain_text(options, loaded.experiment);
  const auto stream = corpus::read_token_stream(std::span(&text, 1), loaded.tokenizers);
  const auto score =
      translate::score_stream(*loaded.model, stream.tokens(), loaded.experiment.bptt.steps);
  if (options.json) {
    const nlohmann::ordered_json json = {
        {"model", options.model}, {"text", text.text},  {"lines", stream.lines()},
        {"tokens", score.tokens}, {"loss", score.loss}, {"perplexity", score.perplexity}};
    write_standard_output(json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) +
                          '\n');
    return 0;
  }
  std::ostringstream table;
  table << std::fixed << "model       " << options.model << '\n'
        << "text        " << text.text << ": " << counted(stream.lines(), "line") << ", "
        << counted(score.tokens, "token") << '\n'
        << "loss        " << std::setprecision(4) << score.loss << '\n'
        << "perplexity  " << std::setprecision(2) << score.perplexity << '\n';
  write_standard_output(table.str());
  return 0;
}

int eval(const EvalOptions& options, const SearchOverrides& override_search) {
  model::set_threads(options.computing.threads);
  const auto first = models_named(options.model).front();
  if (store::task_of_model(first) == config::Task::language_model) {
    return eval_language_model(options);
  }
  return eval_translation(options, override_search);
}

}  // namespace

std::function<int()> add_eval(CLI::App& command) {
  auto options = std::make_shared<EvalOptions>();
  add_options(command, *options);
  add_options(command, options->trust);
  add_options(command, options->computing, {"device", "compute", "shortlist", "threads"});
  const auto override_search = add_overrides<config::SearchOptions>(command);
  return [=] { return eval(*options, override_search); };
}

}  // namespace regard::cli
