#include "trainer/train.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "architecture/registry.h"
#include "base/stopwatch.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "trainer/batch_fit.h"
#include "trainer/trainer_step.h"

namespace regard::train {
namespace {

// Tuned on Multi30k with 1/18, 1/9 and all of a recipe's tokens (docs/recipes.md).
constexpr double kBatchByShare = 0.4;  // exponents
constexpr double kRateByBatch = 0.15;
constexpr double kValidationsByShare = 0.5;
constexpr int64_t kFewestValidations = 5;

/// A share of a recipe so small that no model overfits.
constexpr double kNothingByHeart = 1.0 / 18;

/// A batch with fewer tokens takes hardly any less time.
constexpr double kSmallestBatch = 256;

/// Remaining strength of a measure against overfitting.
double against_overfitting(double share) {
  return std::max(0.0, 1 - std::log(share) / std::log(kNothingByHeart));
}

int64_t rounded(double number) { return static_cast<int64_t>(std::llround(number)); }

/// The decay of an average that looks back over `factor` times as many steps.
double longer_decay(double decay, double factor) {
  if (decay == 0) return 0;
  return 1 - std::min(1.0, (1 - decay) / factor);
}

/// Averages over the course of training instead of over the last validations, which are fewer in a
/// shorter run. Both averages look back equally far.
void average_continuously(config::TrainingOptions& training) {
  if (training.average <= 1 || training.ema > 0) return;
  const auto steps = static_cast<double>(training.average * training.validate_every) / 2;
  training.ema = 1 - 1 / std::max(1.0, steps);
  training.average = 0;
}

/// Reads a number from the model section; 0 if the section lacks the key.
double number_of(const config::Node& model, const char* key) {
  const auto* found = model.find(key);
  return found == nullptr ? 0 : std::stod(found->text);
}

void set_number(config::Node& model, const char* key, double value) {
  constexpr double kDigits = 1e4;
  model.set(key, config::Node::scalar(str(std::round(value * kDigits) / kDigits)));
}

}  // namespace

double share_of_recipe(Task& task, const config::TrainingOptions& training, double seconds,
                       int64_t processes) {
  constexpr double kEnoughSeconds = 2;
  const auto device = task.model().parameters().front().device();
  const ProductPrecision products(chosen_precision(training, device), device, training.ops);
  task.model().train();
  const int64_t batches = batches_of_update(training, processes);
  const auto step = [&] { task.accumulate_gradients(batches, 1, [] {}); };
  step();  // the first step allocates memory
  const Stopwatch stopwatch;
  int64_t steps = 0;
  for (; steps == 0 || stopwatch.seconds() < kEnoughSeconds; ++steps) step();
  const double whole =
      stopwatch.seconds() / static_cast<double>(steps) * static_cast<double>(training.steps);
  return std::min(1.0, seconds / whole);
}

config::Experiment scaled(config::Experiment experiment, double share) {
  auto& training = experiment.training;
  const auto whole = static_cast<double>(*training.batch_tokens.number);
  training.batch_tokens.number =
      rounded(std::min(whole, std::max(kSmallestBatch, whole * std::pow(share, kBatchByShare))));
  const auto batch = static_cast<double>(*training.batch_tokens.number);
  training.update_tokens = rounded(static_cast<double>(training.update_tokens) * batch / whole);
  training.learning_rate *= std::pow(batch / whole, kRateByBatch);
  training.beta2 = longer_decay(training.beta2, whole / batch);  // over as many tokens as before
  if (share < 1) average_continuously(training);
  training.ema = longer_decay(training.ema, share * whole / batch);
  training.validate_every = std::min(
      rounded(static_cast<double>(training.validate_every) * std::pow(share, -kValidationsByShare)),
      std::max(training.validate_every, training.steps / kFewestValidations));
  experiment.tokenizer.sampling *= against_overfitting(share);
  if (const double dropout = number_of(experiment.model, "dropout"); dropout > 0) {
    set_number(experiment.model, "dropout", dropout * against_overfitting(share));
  }
  training.scale_to_minutes = false;
  return experiment;
}

bool take_scaled(config::Experiment& experiment, const config::Experiment& begun) {
  auto& training = experiment.training;
  if (!training.scale_to_minutes || begun.training.scale_to_minutes) return false;
  training.batch_tokens = begun.training.batch_tokens;
  training.update_tokens = begun.training.update_tokens;
  training.learning_rate = begun.training.learning_rate;
  training.beta2 = begun.training.beta2;
  training.ema = begun.training.ema;
  training.average = begun.training.average;
  training.validate_every = begun.training.validate_every;
  experiment.tokenizer.sampling = begun.tokenizer.sampling;
  if (const auto* dropout = begun.model.find("dropout")) experiment.model.set("dropout", *dropout);
  training.scale_to_minutes = false;
  return true;
}

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
  // Read as an experiment, so that newer options, which a run of an older version lacks, get their
  // defaults.
  const auto begun = completed(config::load_experiment(directory.config_to_read()));
  take_scaled(experiment, begun);
  auto& batch_tokens = experiment.training.batch_tokens;
  if (batch_tokens.is_auto()) batch_tokens = begun.training.batch_tokens;
  auto& vocab_size = experiment.tokenizer.vocab_size;  // fixed by the run's tokenizer
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
      str("the run was started with a different config: ", changed), directory.config(),
      "resume with the original config, or train again with --overwrite or another --output");
}

}  // namespace regard::train
