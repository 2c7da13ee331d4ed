#include "trainer/model_files.h"

#include <algorithm>
#include <filesystem>

#include "base/files.h"
#include "base/log.h"
#include "base/readable.h"
#include "config/writer.h"
#include "interop/load_model.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "store/model_file.h"

namespace regard::train {
namespace {

/// Warns if the learning rate is close to that of the original run: such a rate makes a model
/// forget what it learned.
void warn_of_a_high_rate(const config::Experiment& experiment) {
  const RunDirectory directory(experiment.training.init_from);
  if (!is_there(directory.config())) return;
  const auto before =
      config::load_experiment(directory.config_to_read(), {}, config::Use::translation);
  if (before.data.train.empty()) return;  // imported: its learning rate is unknown
  constexpr double kHigh = 0.5;
  const double own = experiment.training.learning_rate, run = before.training.learning_rate;
  if (own <= kHigh * run) return;
  log_warning("training.learning_rate is ", own, ", and ", directory.path(), " was trained at ",
              run, ": the model may forget what it knows; --set training.learning_rate=", run / 10,
              " is a tenth of that");
}

}  // namespace

RunDirectory run_to_begin_with(const std::string& path) {
  RunDirectory directory(path);
  if (!is_there(directory.config()) && is_there(path + "/config.json")) {
    throw Error("is a model from another program, so training cannot start from it", path,
                "import it first: regard import DIR -o RUN");
  }
  if (!is_there(directory.weights())) {
    throw Error("has no model.safetensors to start from", path,
                "name a model that regard train or regard import wrote");
  }
  return directory;
}

text::TokenizerPair tokenizers_of_beginning(const config::Experiment& experiment) {
  return run_to_begin_with(experiment.training.init_from)
      .load_tokenizers(experiment.data.preprocess);
}

std::optional<std::vector<std::string>> words_of_beginning(const config::Experiment& experiment,
                                                           const RunDirectory& run, bool resume) {
  if (experiment.training.init_from.empty()) return std::nullopt;
  const RunDirectory beginning(experiment.training.init_from);
  const auto weights = resume && is_there(run.weights()) ? run.weights() : beginning.weights();
  if (resume && !is_there(weights)) return std::vector<std::string>();
  return text::HalfWords::parse(store::read_model_metadata(weights).words, weights);
}

void load_weights_of_beginning(const config::Experiment& experiment, torch::nn::Module& model) {
  const auto weights = run_to_begin_with(experiment.training.init_from).weights();
  const auto metadata = store::read_model_metadata(weights);
  const auto& type = experiment.model.find("type")->text;
  if (metadata.architecture != type) {
    throw Error(
        str("contains a model of type ", metadata.architecture, ", but model.type is ", type),
        weights, "copy the model section of that run's config.yaml");
  }
  warn_of_a_high_rate(experiment);
  interop::load_weights(weights, model);
  log_info("starting from the weights of ", experiment.training.init_from, " (step ", metadata.step,
           ", ", metadata.score, ")");
}

namespace {

/// For a joint vocabulary, only `source` is set.
struct Names {
  std::string source, target;
};

Names names_of(const config::Experiment& experiment, corpus::Cache& cache) {
  auto data = experiment.data;
  data.max_length = 0;  // rules on tokens do not affect the lines that a tokenizer is trained on
  data.max_length_ratio = 0;
  auto options = experiment.tokenizer;
  options.sampling = 0;  // does not affect tokenizer training
  auto more = config::to_yaml(options);
  if (experiment.training.noise.letter_case > 0) more += "with capitals";
  const auto name = cache.name("tokenizer", data, more);
  return {name, name + "-target"};
}

std::optional<text::TokenizerPair> find(const Names& names, const config::Experiment& experiment,
                                        const corpus::Cache& cache) {
  auto source = cache.find(names.source);
  auto target = experiment.tokenizer.joint ? source : cache.find(names.target);
  if (!source || !target) return std::nullopt;
  try {
    text::TokenizerPair pair(
        text::Tokenizer::from_bytes(std::move(*source), cache.path(names.source)),
        text::Tokenizer::from_bytes(std::move(*target), cache.path(names.target)),
        experiment.data.preprocess);
    log_info("using the tokenizer trained earlier: ", cache.path(names.source));
    return pair;
  } catch (const Error& error) {
    cache.warn_unusable(names.source, error.problem());
    return std::nullopt;
  }
}

}  // namespace

text::TokenizerPair kept_tokenizers(
    const config::Experiment& experiment, corpus::Cache& cache,
    const std::function<text::TokenizerPair(const config::Experiment&)>& train) {
  if (!experiment.training.init_from.empty()) return tokenizers_of_beginning(experiment);
  const auto& options = experiment.tokenizer;
  if (!options.model.empty()) {
    const auto source = text::Tokenizer::load(options.model);
    return {source, options.joint ? source : text::Tokenizer::load(options.target_model),
            experiment.data.preprocess};
  }
  if (!cache.keeps()) return train(experiment);
  const auto names = names_of(experiment, cache);
  if (auto kept = find(names, experiment, cache)) return std::move(*kept);
  const auto lock = cache.lock();
  if (auto kept = find(names, experiment, cache)) return std::move(*kept);  // another run made it
  auto made = train(experiment);
  cache.keep(names.source, made.source().bytes());
  if (!options.joint) cache.keep(names.target, made.target().bytes());
  return made;
}

namespace {

/// Factor that makes smaller values better.
double sign_of(const metrics::MetricRow& metric) { return metric.higher_is_better ? -1 : 1; }

}  // namespace

ModelFiles::ModelFiles(const config::Experiment& experiment, const RunDirectory& directory,
                       Task& task)
    : experiment_(experiment), options_(experiment.training), directory_(directory), task_(task) {}

double ModelFiles::score_of(const Validation& result) const {
  if (options_.best_by == "loss") return result.loss;
  return sign_of(best_metric()) * result.scores.at(options_.best_by);
}

void ModelFiles::save_model(int64_t step, double score) const {
  save(directory_.weights(), step, score);
}

void ModelFiles::save_checkpoint(int64_t step, double score) const {
  const int64_t keep = std::max(options_.keep_checkpoints, options_.average);
  if (keep == 0) return;
  save(directory_.checkpoint(step), step, score);
  directory_.keep_checkpoints(keep);
}

size_t ModelFiles::load_average() const {
  auto files = directory_.checkpoints();
  if (files.size() > static_cast<size_t>(options_.average))
    files.erase(files.begin(), files.end() - options_.average);
  if (files.size() < 2) return files.size();
  interop::load_average(files, task_.model());
  return files.size();
}

const metrics::MetricRow& ModelFiles::best_metric() const {
  return metrics::metric_named(options_.best_by, &metrics::MetricUses::validates);
}

std::string ModelFiles::in_words(double score) const {
  if (!task_.has_validation()) return "not validated";
  if (options_.best_by == "loss") return str("loss ", score);
  const auto& metric = best_metric();
  return str(metric.title, ' ', fixed(sign_of(metric) * score, 2));
}

void ModelFiles::save(const std::string& path, int64_t step, double score) const {
  const auto& tokenizers = task_.tokenizers();
  interop::save_model(path, task_.model(),
                      {.architecture = experiment_.model.find("type")->text,
                       .options = config::to_yaml(experiment_.model),
                       .source_vocab = tokenizers.source().size(),
                       .target_vocab = tokenizers.target().size(),
                       .tokenizer_hash = tokenizers.hash(),
                       .step = step,
                       .score = in_words(score),
                       .words = tokenizers.words()});
}

}  // namespace regard::train
