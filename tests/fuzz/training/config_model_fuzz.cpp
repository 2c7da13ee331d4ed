// From a YAML config to its model: options, the minimum number of weights and, if it is small, the
// model itself (architecture/registry.h).
#include <torch/nn/module.h>

#include <cmath>

#include "architecture/registry.h"
#include "config/experiment.h"
#include "config/writer.h"
#include "fuzz/memory_file.h"
#include "fuzz/target.h"
#include "model/modules.h"

namespace regard::fuzz {
namespace {

constexpr int64_t kVocab = 5;     // on each side
constexpr double kSmall = 2'000;  // maximum weights of a model to create

int64_t weights_of(const torch::nn::Module& model) {
  int64_t weights = 0;
  for (const auto& parameter : model.parameters()) weights += parameter.numel();
  return weights;
}

}  // namespace

std::vector<std::string> seeds() {
  return {
      "model: {type: transformer, d_model: 4, heads: 2, ffn_size: 3, encoder_layers: 1, "
      "decoder_layers: 2, d_k: 1, d_v: 3, positions: learned, max_length: 3}\n",
      "model: {type: transformer, preset: bias_free, d_model: 2, attention: additive, "
      "norm: pre, bias: true, tied_embeddings: all, norm_input: true}\n",
      "model:\n  type: rnn_attention\n  cell: lstm\n  embedding_size: 2\n  hidden_size: 4\n"
      "  layers: 1\n  bidirectional: true\n  attention: multi_head\n  heads: 2\n",
      "model: {type: rnn_attention, encoder: convolutional, kernel: 3, embedding_size: 2, "
      "hidden_size: 2, readout: paper, reset: before}\n",
      "model: {type: rnn_context, hidden_size: 3, embedding_size: 3, tied_embeddings: target, "
      "cell: rnn}\n",
      "model: {type: conditional_gru, hidden_size: 3, embedding_size: 2, encoder_layers: 2, "
      "alternating: true, upper_cells: 2, decoder_layers: 2, layer_norm: true}\n",
      "task: language_model\nmodel: {type: rnn_lm, input: one_hot, hidden_size: 3}\n",
      "task: language_model\nmodel: {type: transformer_lm, d_model: 4, heads: 1, layers: 1, "
      "ffn_size: 2}\n"};
}

void try_input(std::string_view input) {
  const MemoryFile file(input);
  const auto experiment = config::load_experiment(file.path(), {}, config::Use::translation);
  const auto& row = model::find_row(experiment.task, experiment.model);
  const auto section = row.complete(experiment.model);
  if (config::to_yaml(row.complete(section)) != config::to_yaml(section)) {
    throw "options written out are others than before";
  }
  const bool is_language_model = experiment.task == config::Task::language_model;
  const double least = row.least_weights(section, is_language_model ? kVocab : 2 * kVocab);
  if (!std::isfinite(least) || least <= 0) throw "a model has no weights";
  if (least > kSmall) return;
  const int64_t weights =
      is_language_model ? weights_of(*model::make_language_model(section, kVocab))
                        : weights_of(*model::make_seq2seq_model(section, kVocab, kVocab, true));
  if (static_cast<double>(weights) < least) throw "a model has fewer weights than the least";
}

}  // namespace regard::fuzz
