#pragma once
#include <torch/nn/module.h>

#include <memory>
#include <string>
#include <vector>

#include "config/yaml_reader.h"
#include "model/modules.h"

namespace regard::diagrams {

/// A small translation model from a model section.
inline std::shared_ptr<torch::nn::Module> translator(const std::string& yaml) {
  return model::make_seq2seq_model(config::read_yaml(yaml, "model"), 11, 11, true);
}

inline std::shared_ptr<torch::nn::Module> language_model(const std::string& yaml) {
  return model::make_language_model(config::read_yaml(yaml, "model"), 11);
}

/// Every architecture, with the options that change its drawing.
inline std::vector<std::shared_ptr<torch::nn::Module>> every_kind_of_model() {
  const std::string transformer =
      "{type: transformer, d_model: 8, heads: 2, ffn_size: 16, encoder_layers: 1, decoder_layers: "
      "1";
  const std::string rnn = "{type: rnn_attention, embedding_size: 6, hidden_size: 8, layers: 2";
  const std::string context = "{type: rnn_context, embedding_size: 6, hidden_size: 8, layers: 1";
  const std::string gru = "{type: conditional_gru, embedding_size: 6, hidden_size: 8";
  return {
      translator(transformer + "}"),
      translator(transformer + ", norm: pre, tied_embeddings: all, bias: true}"),
      translator(transformer + ", attention: additive, positions: learned, norm_input: true}"),
      translator(transformer + ", activation: gelu, d_k: 3, d_v: 5, scale_embeddings: false}"),
      translator(transformer + ", autoregression: ssru}"),
      translator(rnn + "}"),
      translator(rnn + ", cell: lstm, bidirectional: true, readout: paper}"),
      translator(rnn + ", reset: before, attention: dot}"),
      translator(rnn + ", cell: rnn, attention: multi_head, heads: 2, bidirectional: true}"),
      translator(rnn +
                 ", encoder: convolutional, kernel: 5, tied_embeddings: all, readout: paper}"),
      translator(gru + "}"),
      translator(gru +
                 ", encoder_layers: 2, decoder_layers: 2, decoder_cells: 3, tied_embeddings: all}"),
      translator(context + "}"),
      translator(context + ", cell: rnn_relu, bidirectional: true}"),
      language_model("{type: rnn_lm, embedding_size: 6, hidden_size: 8}"),
      language_model("{type: rnn_lm, input: one_hot, hidden_size: 8, cell: lstm, layers: 2}"),
      language_model("{type: transformer_lm, d_model: 8, heads: 2, ffn_size: 16, layers: 1}"),
  };
}

}  // namespace regard::diagrams
