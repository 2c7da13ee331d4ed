#pragma once
#include <torch/nn/modules/embedding.h>
#include <torch/nn/modules/normalization.h>

#include <string>
#include <vector>

#include "architecture/layer_kinds.h"
#include "architecture/transformer_options.h"
#include "model/language_model.h"
#include "nn/linear.h"
#include "nn/transformer_block.h"

namespace regard::model {

/// Decoder-only Transformer: causal self-attention over the preceding tokens, without a source (Liu
/// et al., 2018, arXiv:1801.10198; Radford et al., 2018). Embeddings are multiplied by
/// sqrt(d_model) and positions are sinusoids, as in the encoder-decoder. The state holds keys
/// and values of each layer; it is empty before the first token.
class TransformerLm : public LanguageModel {
 public:
  using Options = TransformerLmOptions;

  TransformerLm(const Options& options, int64_t vocab);

  DecoderState start(int64_t rows) override;
  torch::Tensor states(const torch::Tensor& input, DecoderState& state,
                       std::span<const double> gradient_factors = {}) override;
  nn::OutputLayer& output_layer() override { return dense; }
  bool is_recurrent() const override { return false; }

  const Options& options() const { return options_; }

 private:
  Options options_;
  torch::nn::Embedding embedding{nullptr};
  std::vector<nn::TransformerEncoderBlock> blocks_;
  torch::nn::LayerNorm norm{nullptr};  // pre-norm only
  nn::OutputLayer dense{nullptr};
};

}  // namespace regard::model
