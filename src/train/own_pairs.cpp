#include "regard/train/own_pairs.h"
#include "regard/base/counted.h"

#include <array>

#include "regard/base/atomic_file.h"
#include "regard/base/error.h"
#include "regard/base/log.h"
#include "regard/base/regular_file.h"
#include "regard/base/str.h"
#include "regard/config/experiment.h"
#include "regard/config/writer.h"
#include "regard/config/yaml_reader.h"
#include "regard/corpus/hold_out.h"
#include "regard/model/registry.h"
#include "regard/train/run_directory.h"
#include "train/check_may_write.h"

namespace regard::train {
namespace {

/// What suits texts of up to that many pairs. The sizes are those of the configs in configs/, which
/// have been tried on texts of that size.
struct Size {
  int64_t most_pairs;
  const char* transformer;
  const char* rnn;
  double transformer_rate, rnn_rate;
  int64_t steps, batch_tokens;  ///< of a whole training
  double ema;
};

constexpr std::array kSizes = {
    Size{.most_pairs = 15'000,
         .transformer = "d_model: 128, heads: 4, ffn_size: 256, encoder_layers: 2, "
                        "decoder_layers: 2, dropout: 0.25, norm: pre, tied_embeddings: all",
         .rnn = "cell: gru, embedding_size: 128, hidden_size: 192, layers: 1, bidirectional: true, "
                "dropout: 0.3",
         .transformer_rate = 0.003,
         .rnn_rate = 0.003,
         .steps = 2'400,
         .batch_tokens = 1500,
         .ema = 0},
    Size{.most_pairs = 300'000,
         .transformer = "d_model: 256, heads: 4, ffn_size: 512, encoder_layers: 3, "
                        "decoder_layers: 3, dropout: 0.2, norm: pre, tied_embeddings: all",
         .rnn = "cell: gru, embedding_size: 320, hidden_size: 320, layers: 1, bidirectional: true, "
                "dropout: 0.25, tied_embeddings: all, readout: paper",
         .transformer_rate = 0.002,
         .rnn_rate = 0.0015,
         .steps = 18'000,
         .batch_tokens = 3000,
         .ema = 0.998},
    Size{.most_pairs = INT64_MAX,
         .transformer = "d_model: 512, heads: 8, ffn_size: 2048, encoder_layers: 6, "
                        "decoder_layers: 6, dropout: 0.1, norm: pre, tied_embeddings: all",
         .rnn = "cell: gru, embedding_size: 512, hidden_size: 512, layers: 2, bidirectional: true, "
                "dropout: 0.2, tied_embeddings: all, readout: paper",
         .transformer_rate = 0.001,
         .rnn_rate = 0.001,
         .steps = 100'000,
         .batch_tokens = 8192,
         .ema = 0.999},
};

const Size& size_for(int64_t pairs) {
  size_t size = 0;
  while (kSizes[size].most_pairs < pairs) ++size;
  return kSizes[size];
}

config::Experiment experiment_for(const OwnPairs& pairs, const corpus::HeldOut& held) {
  config::Experiment experiment;
  experiment.data.train = {held.train};
  experiment.data.valid = held.valid;
  experiment.data.test = held.test;
  experiment.tokenizer.type = config::TokenizerType::bpe;
  const auto& size = size_for(held.train_pairs);
  const std::string chosen = str("{type: ", pairs.model, "}");
  const bool is_rnn = model::find_architecture(config::read_yaml(chosen, "--model")).name ==
                      std::string("rnn_attention");
  const auto* options = is_rnn ? size.rnn : size.transformer;
  experiment.model = config::read_yaml(str("{type: ", pairs.model, ", ", options, "}"), "--model");
  auto& training = experiment.training;
  training.learning_rate = is_rnn ? size.rnn_rate : size.transformer_rate;
  training.batch_tokens = size.batch_tokens;
  training.schedule = config::Schedule::linear;
  training.ema = size.ema;
  training.guided_alignment = 0.3;
  training.minutes = 10;
  training.scale_to_minutes = true;
  // Shares of the time: ten validations, a warm-up of a twentieth.
  training.steps = size.steps;
  training.warmup = size.steps / 20;
  training.validate_every = size.steps / 10;
  training.save_every = size.steps / 40;
  return experiment;
}

}  // namespace

std::string prepare_own_pairs(const OwnPairs& pairs, const std::string& directory, bool resume,
                              bool overwrite) {
  const auto folder = directory + "/data";
  const auto config = folder + "/config.yaml";
  if (resume && is_there(config)) return config;
  check_may_write(RunDirectory(directory), {.resume = resume, .overwrite = overwrite});
  const auto held = corpus::hold_out({.tsv = pairs.file}, folder);
  write_file_atomically(config, config::to_yaml(experiment_for(pairs, held)));
  log_info(counted(held.train_pairs, "pair"), " of ", pairs.file, " to train, ", held.valid_pairs,
           " to validate, ", held.test_pairs, " to test; they and the config are in ", folder);
  return config;
}

}  // namespace regard::train
