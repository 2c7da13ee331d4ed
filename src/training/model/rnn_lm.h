#pragma once
#include <torch/nn/modules/embedding.h>

#include <string>

#include "architecture/rnn_options.h"
#include "model/language_model.h"
#include "nn/linear.h"
#include "nn/recurrent.h"

namespace regard::model {

/// Recurrent language model (Mikolov et al., 2010; d2l 9.4–9.6 and 10.1–10.3); parameters are named
/// as in d2l, so weights trained with its code load here.
class RnnLm : public LanguageModel {
 public:
  using Options = RnnLmOptions;

  RnnLm(const Options& options, int64_t vocab);

  DecoderState start(int64_t rows) override;
  torch::Tensor states(const torch::Tensor& input, DecoderState& state,
                       std::span<const double> gradient_factors = {}) override;
  nn::OutputLayer& output_layer() override { return linear; }
  bool is_recurrent() const override { return true; }

  const Options& options() const { return options_; }

 private:
  torch::Tensor read(const torch::Tensor& input);

  Options options_;
  int64_t vocab_;
  torch::nn::Embedding embedding{nullptr};  // null for one-hot input
  nn::Recurrent rnn{nullptr};
  nn::OutputLayer linear{nullptr};
};

}  // namespace regard::model
