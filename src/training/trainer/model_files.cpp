#include "trainer/model_files.h"

#include <algorithm>

#include "base/decimals.h"
#include "config/writer.h"
#include "interop/module_weights.h"
#include "regard/base/str.h"

namespace regard::train {

namespace {

/// Times this, smaller is better.
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
