#include "trainer/train.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <iomanip>
#include <sstream>

#include "architecture/registry.h"
#include "architecture/rnn_options.h"
#include "base/atomic_file.h"
#include "base/files.h"
#include "base/log.h"
#include "base/readable.h"
#include "config/experiment.h"
#include "config/writer.h"
#include "config/yaml_reader.h"
#include "corpus/examples.h"
#include "corpus/hold_out.h"
#include "corpus/pair_sieve.h"
#include "regard/base/error.h"
#include "regard/base/named_enum.h"
#include "regard/base/str.h"
#include "trainer/model_files.h"
#include "trainer/run_directory.h"

namespace regard::train {
namespace {

/// Settings for corpora of up to that many pairs. The sizes are those of the configs in configs/,
/// which have been tried on texts of that size.
struct Size {
  int64_t most_pairs;
  const char* transformer;
  const char* rnn;
  model::Readout rnn_readout;  ///< of an RNN with attention
  double transformer_rate, rnn_rate;
  int64_t steps, batch_tokens;  ///< values for a full-length run
  double ema;
};

constexpr std::array kSizes = {
    Size{.most_pairs = 15'000,
         .transformer = "d_model: 128, heads: 4, ffn_size: 256, encoder_layers: 2, "
                        "decoder_layers: 2, dropout: 0.25, norm: pre, tied_embeddings: all",
         .rnn = "cell: gru, embedding_size: 128, hidden_size: 192, layers: 1, bidirectional: true, "
                "dropout: 0.3",
         .rnn_readout = model::Readout::book,
         .transformer_rate = 0.003,
         .rnn_rate = 0.003,
         .steps = 2'400,
         .batch_tokens = 1500,
         .ema = 0},
    Size{.most_pairs = 300'000,
         .transformer = "d_model: 256, heads: 4, ffn_size: 512, encoder_layers: 3, "
                        "decoder_layers: 3, dropout: 0.2, norm: pre, tied_embeddings: all",
         .rnn = "cell: gru, embedding_size: 320, hidden_size: 320, layers: 1, bidirectional: true, "
                "dropout: 0.25, tied_embeddings: all",
         .rnn_readout = model::Readout::paper,
         .transformer_rate = 0.002,
         .rnn_rate = 0.0015,
         .steps = 18'000,
         .batch_tokens = 3000,
         .ema = 0.998},
    Size{.most_pairs = INT64_MAX,
         .transformer = "d_model: 512, heads: 8, ffn_size: 2048, encoder_layers: 6, "
                        "decoder_layers: 6, dropout: 0.1, norm: pre, tied_embeddings: all",
         .rnn = "cell: gru, embedding_size: 512, hidden_size: 512, layers: 2, bidirectional: true, "
                "dropout: 0.2, tied_embeddings: all",
         .rnn_readout = model::Readout::paper,
         .transformer_rate = 0.001,
         .rnn_rate = 0.001,
         .steps = 100'000,
         .batch_tokens = 8192,
         .ema = 0.999},
};

/// Learning rate of fine-tuning, as a share of the original run's.
constexpr double kRateOfTrainingFurther = 0.1;

const Size& size_for(int64_t pairs) {
  size_t size = 0;
  while (kSizes[size].most_pairs < pairs) ++size;
  return kSizes[size];
}

/// Shares of the time: ten validations, a warm-up of a twentieth.
void divide_steps(config::TrainingOptions& training, int64_t steps) {
  constexpr int64_t kWarmups = 20, kValidations = 10, kSaves = 40;
  training.steps = steps;
  training.warmup = steps / kWarmups;
  training.validate_every = steps / kValidations;
  training.save_every = steps / kSaves;
}

config::Experiment new_model(const std::string& name, int64_t train_pairs) {
  config::Experiment experiment;
  experiment.tokenizer.type = config::TokenizerType::bpe;
  const auto& size = size_for(train_pairs);
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
  training.ema = size.ema;
  if (architecture.attends) training.guided_alignment = 0.3;
  training.noise.end_mark = 0.1;
  training.scale_to_minutes = true;
  divide_steps(training, size.steps);
  return experiment;
}

/// The model of a run, at a tenth of its rate, until nothing gets better.
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

config::Experiment experiment_for(const OwnPairs& pairs, int64_t train_pairs) {
  auto experiment = pairs.from.empty()
                        ? new_model(pairs.model.empty() ? "transformer" : pairs.model, train_pairs)
                        : trained_further(pairs.from);
  experiment.training.schedule = config::Schedule::linear;
  experiment.training.minutes = 10;
  return experiment;
}

void name_texts(config::Experiment& experiment, const corpus::HeldOut& held) {
  experiment.data.train = {held.train};
  experiment.data.valid = held.valid;
  experiment.data.test = held.test;
}

/// Throws Error for what cannot be trained, before anything is written.
void check_overrides(const OwnPairs& pairs) {
  auto experiment = experiment_for(pairs, 0);
  const config::ParallelText text{.tsv = "pairs"};
  name_texts(experiment, {.train = text, .valid = text, .test = text});
  const ScratchFolder folder;
  write_file_atomically(folder / "config.yaml", config::to_yaml(experiment));
  config::load_experiment(folder / "config.yaml", pairs.overrides);
}

/// Some of the lines of one side, from all of the text.
std::string sample_of(const std::vector<corpus::LinePair>& pairs,
                      std::string corpus::LinePair::*side) {
  constexpr size_t kLines = 200;
  std::string sample;
  const size_t every = std::max<size_t>(pairs.size() / kLines, 1);
  for (size_t i = 0; i < pairs.size(); i += every) sample += pairs[i].*side + '\n';
  return sample;
}

/// Names the languages as the text looks; those of a run to train further stay.
void name_languages(config::DataOptions& data, const OwnPairs& own,
                    const std::vector<corpus::LinePair>& pairs) {
  const auto is_named = [&](const char* key) {
    return std::ranges::any_of(own.overrides,
                               [&](const auto& one) { return one.starts_with(key); });
  };
  const bool are_named = is_named("data.source_language=") && is_named("data.target_language=");
  if (!own.language_of || are_named) return;
  const auto source = own.language_of(sample_of(pairs, &corpus::LinePair::source));
  const auto target = own.language_of(sample_of(pairs, &corpus::LinePair::target));
  const auto remedy = "; --from-language and --to-language name others";
  if (!source || !target) {
    log_info("the languages cannot be told from the text: named ", data.source_language, " and ",
             data.target_language, remedy);
  } else if (*source == *target) {
    log_warning("both sides look like ", *source, ": check the columns", remedy);
  } else if (own.from.empty()) {
    data.source_language = *source;
    data.target_language = *target;
    log_info("these look like ", *source, " to ", *target, remedy);
  } else if (*source != data.source_language || *target != data.target_language) {
    log_warning("these look like ", *source, " to ", *target, ", but ", own.from, " translates ",
                data.source_language, " to ", data.target_language);
  }
}

void log_counts(const corpus::SievedPairs& sieved, const corpus::HeldOut& held) {
  const auto row = [&](int64_t count, const char* words) {
    std::ostringstream out;
    constexpr int kWidth = 10;
    out << std::setw(kWidth) << count << "  " << words;
    if (count > 0) log_info(out.str());
  };
  row(sieved.lines, "lines read");
  row(held.train_pairs, "kept to train");
  row(held.valid_pairs, "held back to validate");
  row(held.test_pairs, "held back to test");
  row(held.left_out, "left out: further translations of a sentence held back");
  for (const auto& [count, words] : sieved.flaws()) row(count, ("dropped: " + words).c_str());
  if (sieved.more_columns > 0) {
    log_warning(
        counted(sieved.more_columns, "line"), " from line ", sieved.first_with_more_columns,
        " on with more than two columns: the first is read as source, the second as target; "
        "if they are others: cut -f 1,3 FILE");
  }
}

void write_rejected(const corpus::SievedPairs& sieved, const std::string& path) {
  AtomicFile file(path);
  for (const auto& [number, flaw, line] : sieved.rejected) {
    file.write(str(number, '\t', name_of(flaw), '\t', line, '\n'));
  }
  file.commit();
}

corpus::HeldOut divide(const corpus::SievedPairs& sieved, const std::string& name,
                       const std::string& folder) try {
  return corpus::hold_out(sieved.pairs, name, folder);
} catch (const Error& error) {
  if (sieved.rejected.empty()) throw;
  const auto flaws = join(sieved.flaws(), "; ",
                          [](const auto& flaw) { return str(flaw.first, ' ', flaw.second); });
  throw Error(str(error.problem(), "; dropped of its ", sieved.lines, " lines: ", flaws),
              error.where(), error.remedy());
}

}  // namespace

std::string prepare_own_pairs(const OwnPairs& pairs, const std::string& directory, bool resume,
                              bool overwrite) {
  const auto folder = directory + "/data";
  const auto config = folder + "/config.yaml";
  if (resume && is_there(config)) return config;
  check_may_write(RunDirectory(directory), {.resume = resume, .overwrite = overwrite});
  check_overrides(pairs);
  const auto sieved = corpus::sieve(pairs.text, pairs.strict);
  const auto held = divide(sieved, corpus::name_of(pairs.text), folder);
  auto experiment = experiment_for(pairs, held.train_pairs);
  name_texts(experiment, held);
  log_info(corpus::name_of(pairs.text), ":");
  log_counts(sieved, held);
  name_languages(experiment.data, pairs, sieved.pairs);
  if (!sieved.rejected.empty()) {
    write_rejected(sieved, folder + "/rejected.tsv");
    log_info("the dropped lines are in ", folder, "/rejected.tsv");
  }
  write_file_atomically(config, config::to_yaml(experiment));
  log_info("the texts and the config are in ", folder);
  return config;
}

}  // namespace regard::train
