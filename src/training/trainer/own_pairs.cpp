#include "trainer/train.h"

#include <algorithm>
#include <filesystem>
#include <iomanip>
#include <sstream>
#include <utility>

#include "architecture/registry.h"
#include "base/atomic_file.h"
#include "base/files.h"
#include "base/log.h"
#include "base/readable.h"
#include "config/experiment.h"
#include "config/writer.h"
#include "config/yaml_reader.h"
#include "corpus/hold_out.h"
#include "model/modules.h"
#include "regard/base/error.h"
#include "regard/base/named_enum.h"
#include "regard/base/str.h"
#include "trainer/batch_fit.h"
#include "trainer/model_files.h"
#include "trainer/model_sizes.h"
#include "trainer/prepared_pairs.h"
#include "trainer/run_directory.h"
#include "trainer/trainer_step.h"

namespace regard::train {
namespace {

/// Learning rate of fine-tuning, as a share of the original run's.
constexpr double kRateOfTrainingFurther = 0.1;

/// Sets ten validations, and a warm-up of one twentieth of the steps.
void divide_steps(config::TrainingOptions& training, int64_t steps) {
  constexpr int64_t kWarmups = 20, kValidations = 10, kSaves = 40;
  training.steps = steps;
  training.warmup = steps / kWarmups;
  training.validate_every = steps / kValidations;
  training.save_every = steps / kSaves;
}

/// With this many pairs, an automatic vocabulary would be too large for the small models.
constexpr int64_t kPairsOfManyPieces = 250'000;

config::Experiment new_model(const std::string& name, int64_t train_pairs, const ModelSize& size) {
  config::Experiment experiment;
  experiment.tokenizer.type = config::TokenizerType::bpe;
  if (train_pairs >= kPairsOfManyPieces && size.pieces > 0) {
    experiment.tokenizer.vocab_size = {size.pieces};
  }
  const std::string type = "type: " + name;
  const auto& architecture =
      model::find_architecture(config::read_yaml(str('{', type, '}'), "--architecture"));
  const bool is_rnn = architecture.is_recurrent;
  std::string options = is_rnn ? size.rnn : size.transformer;
  if (is_rnn && architecture.attends) options += str(", readout: ", name_of(size.rnn_readout));
  experiment.model = config::read_yaml(str('{', type, ", ", options, '}'), "--architecture");
  auto& training = experiment.training;
  training.learning_rate = is_rnn ? size.rnn_rate : size.transformer_rate;
  training.batch_tokens = size.batch_tokens;
  training.precision = size.precision;
  training.ema = size.ema;
  if (architecture.attends) training.guided_alignment = 0.3;
  training.noise.end_mark = 0.1;
  training.scale_to_minutes = true;
  divide_steps(training, size.steps);
  return experiment;
}

/// Continues training the model of a run, at a tenth of its learning rate, until validation stops
/// improving.
config::Experiment trained_further(const std::string& run) {
  const auto directory = run_to_begin_with(run);
  const auto before =
      config::load_experiment(directory.config_to_read(), {}, config::Use::translation);
  config::Experiment experiment;
  experiment.data.source_language = before.data.source_language;
  experiment.data.target_language = before.data.target_language;
  experiment.data.preprocess = before.data.preprocess;
  experiment.data.max_length = before.data.max_length;
  experiment.tokenizer.type = before.tokenizer.type;
  experiment.model = before.model;
  experiment.search = before.search;
  auto& training = experiment.training;
  training.init_from = std::filesystem::absolute(run).lexically_normal().string();
  training.learning_rate = before.training.learning_rate * kRateOfTrainingFurther;
  training.batch_tokens = before.training.batch_tokens;
  training.label_smoothing = before.training.label_smoothing;
  training.ema = before.training.ema;
  training.patience = 4;
  constexpr int64_t kShares = 2'000;
  divide_steps(training, kShares);
  return experiment;
}

config::Experiment experiment_for(const OwnPairs& pairs, int64_t train_pairs,
                                  const ModelSize& size) {
  auto experiment =
      pairs.from.empty()
          ? new_model(pairs.model.empty() ? "transformer" : pairs.model, train_pairs, size)
          : trained_further(pairs.from);
  experiment.training.schedule = config::Schedule::linear;
  experiment.training.minutes = 10;
  experiment.training.minutes_with_preparation = true;
  return experiment;
}

/// The matrix multiplication throughput with the run's threads and device, at the faster precision.
double measured_flops(config::TrainingOptions training) {
  training.precision = config::Precision::automatic;
  const auto device = model::device_named(training.device);
  model::set_threads(training.threads);
  const ProductPrecision products(chosen_precision(training, device), device, training.ops);
  constexpr ProductShape kTrainingStep = {.rows = 2048, .inner = 256, .columns = 512};
  return measure_product_rate(device, kTrainingStep);
}

struct Choice {
  config::Experiment experiment;
  std::string reason;
};

/// The experiment for this many pairs in the remaining minutes.
Choice suitable_experiment(const OwnPairs& pairs, const PreparedPairs& prepared,
                           const config::TrainingOptions& training) {
  const auto& held = prepared.held;
  TrainingBudget budget = {.pairs = held.train_pairs};
  if (training.minutes > 0) {
    // Seconds for tokenizer, encoding and alignment, which the cache probably has for kept pairs.
    const double of_a_pair = prepared.were_kept ? 0 : 60e-6;
    const double preparation =
        pairs.since_command.seconds() + of_a_pair * static_cast<double>(held.train_pairs);
    budget.seconds = seconds_to_train(training.minutes, preparation);
    budget.flops_per_second = measured_flops(training);
  }
  const auto& size = size_for(budget);
  auto experiment = experiment_for(pairs, held.train_pairs, size);
  experiment.training.alignment_pairs = pairs_to_align(training.minutes);
  return {std::move(experiment), reason_for(size, budget)};
}

void name_texts(config::Experiment& experiment, const corpus::HeldOut& held) {
  experiment.data.train = held.train;
  experiment.data.valid = held.valid;
  experiment.data.test = held.test;
}

/// `text` with every occurrence of `part` removed.
std::string without(const std::string& part, std::string text) {
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at)) {
    text.erase(at, part.size());
  }
  return text;
}

/// An experiment with the overrides applied. Throws Error if it cannot be trained, before
/// anything is written.
config::Experiment check_overrides(const OwnPairs& pairs) {
  auto experiment = experiment_for(pairs, 0, model_sizes().front());
  const config::ParallelText text{.tsv = "pairs"};
  name_texts(experiment, {.train = {text}, .valid = text, .test = text});
  const ScratchFolder folder;
  write_file_atomically(folder / "config.yaml", config::to_yaml(experiment));
  const auto path = folder / "config.yaml";
  try {
    auto checked = config::load_experiment(path, pairs.overrides);
    completed(checked);  // throws for keys that the model does not have
    return checked;
  } catch (const Error& error) {
    // The user did not write the file, so only the options can be wrong.
    const bool is_of_file = error.where().starts_with(path);
    throw Error(without(path + ": ", error.problem()), is_of_file ? "--set" : error.where(),
                error.remedy(), error.exit_code());
  }
}

/// Sets the languages detected in the text, unless they are given. A run to train further keeps its
/// own languages.
void name_languages(config::DataOptions& data, const OwnPairs& own, const CleanedPairs& cleaned,
                    const config::DataOptions& given) {
  const auto is_named = [&](const char* key) {
    return std::ranges::any_of(own.overrides,
                               [&](const auto& one) { return one.starts_with(key); });
  };
  if (is_named("data.source_language=") && is_named("data.target_language=")) {
    data.source_language = given.source_language;
    data.target_language = given.target_language;
    return;
  }
  const auto &source = cleaned.source_language, &target = cleaned.target_language;
  const auto remedy = "; override with --from-language and --to-language";
  if (source.empty() || target.empty()) {
    log_info("cannot detect the languages of the text; assuming ", data.source_language, " and ",
             data.target_language, remedy);
  } else if (own.from.empty()) {
    data.source_language = source;
    data.target_language = target;
    log_info("detected languages: ", source, " to ", target, remedy);
  } else if (source != data.source_language || target != data.target_language) {
    log_warning("detected languages: ", source, " to ", target, ", but ", own.from, " translates ",
                data.source_language, " to ", data.target_language);
  }
}

void log_counts(const CleanedPairs& cleaned, const corpus::HeldOut& held) {
  const auto row = [&](int64_t count, const std::string& words) {
    std::ostringstream out;
    constexpr int kWidth = 10;
    out << std::setw(kWidth) << count << "  " << words;
    if (count > 0) log_info(out.str());
  };
  row(cleaned.pairs, "pairs read");
  row(held.train_pairs, "for training");
  row(held.valid_pairs, "held out for validation");
  row(held.test_pairs, "held out for test");
  row(held.left_out, "left out: further translations of held-out sentences");
  for (const auto& [count, words] : cleaned.mended) row(count, "repaired: " + words);
  for (const auto& [count, words] : cleaned.dropped) row(count, "dropped: " + words);
}

}  // namespace

std::string prepare_own_pairs(const OwnPairs& pairs, const std::string& directory, bool resume,
                              bool overwrite) {
  const auto folder = directory + "/data";
  const auto config = folder + "/config.yaml", key = folder + "/pairs.key";
  if (resume && is_there(config)) {
    if (is_there(key) && read_file(key) != pairs.key) {
      throw Error("started with different files, or different options for them", directory,
                  "use the files and options of the run, or start another run with --output or "
                  "--overwrite");
    }
    return config;
  }
  const RunDirectory run(directory);
  check_may_write(run, {.resume = resume, .overwrite = overwrite});
  const auto checked = check_overrides(pairs);
  const auto prepared = prepare_pairs(pairs, folder, run.cache(checked.data.cache));
  const auto& [cleaned, held, were_kept] = prepared;
  if (were_kept && !cleaned.warning.empty()) log_warning(cleaned.warning);
  log_info(cleaned.name, ":");
  log_counts(cleaned, held);
  auto [experiment, reason] = suitable_experiment(pairs, prepared, checked.training);
  name_texts(experiment, held);
  name_languages(experiment.data, pairs, cleaned, checked.data);
  experiment.training.minutes = checked.training.minutes;
  if (!cleaned.dropped.empty()) log_info("the dropped lines are in ", folder, "/rejected.tsv");
  write_file_atomically(key, pairs.key);
  write_file_atomically(config, config::to_yaml(experiment));
  log_info("the texts and the config are in ", folder);
  if (pairs.from.empty()) log_info(reason);
  return config;
}

}  // namespace regard::train
