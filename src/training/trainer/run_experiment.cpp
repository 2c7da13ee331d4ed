#include "trainer/run_experiment.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "architecture/registry.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "trainer/scale_to_minutes.h"

namespace regard::train {
namespace {

/// Options that may change when a run is resumed, because no weight trained so far depends on them.
bool may_change(const std::string& key) {
  static constexpr std::array kKeys = {"training.steps",
                                       "training.minutes",
                                       "training.max_epochs",
                                       "training.threads",
                                       "training.device",
                                       "training.report_every",
                                       "training.bleu_every",
                                       "training.save_every",
                                       "training.patience",
                                       "training.keep_checkpoints",
                                       "training.average",
                                       "training.max_skipped",
                                       "training.shard_optimizer",
                                       "training.film",
                                       "data.cache"};
  return key.starts_with("search.") || key.starts_with("data.test") ||
         std::find(kKeys.begin(), kKeys.end(), key) != kKeys.end();
}

}  // namespace

config::Experiment completed(config::Experiment experiment) {
  experiment.model = model::find_row(experiment.task, experiment.model).complete(experiment.model);
  return experiment;
}

std::vector<config::Difference> changes(config::Experiment experiment,
                                        const RunDirectory& directory) {
  // Read as an experiment: a run of an older version lacks newer options, which then have their
  // defaults.
  const auto begun = completed(config::load_experiment(directory.config_to_read()));
  take_scaled(experiment, begun);
  auto& batch_tokens = experiment.training.batch_tokens;
  if (batch_tokens.is_auto()) batch_tokens = begun.training.batch_tokens;
  auto& vocab_size = experiment.tokenizer.vocab_size;  // the run has its tokenizer
  if (vocab_size.is_auto()) vocab_size = begun.tokenizer.vocab_size;
  return config::differences(begun, experiment);
}

void check_same_experiment(const config::Experiment& experiment, const RunDirectory& directory) {
  std::string changed;
  for (const auto& difference : changes(experiment, directory)) {
    if (!may_change(difference.key)) changed += (changed.empty() ? "" : "; ") + difference.str();
  }
  if (changed.empty()) return;
  throw Error(
      str("the run was started with another config: ", changed), directory.config(),
      "resume with the original config, or train again with --overwrite or another --output");
}

}  // namespace regard::train
