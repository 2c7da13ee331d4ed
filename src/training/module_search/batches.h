#pragma once
#include <torch/nn/module.h>
#include <torch/types.h>

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "translate/sources.h"

namespace regard::translate {

/// Indices into `lengths`, grouped into batches of similar length, longest first. A batch has at
/// most `sentences` sentences and `tokens` tokens, padding included, or is a single sentence.
std::vector<std::vector<size_t>> batches_of_like_length(std::span<const size_t> lengths,
                                                        size_t sentences, size_t tokens);

/// Rows padded on the right: (rows, longest), int64.
torch::Tensor padded(std::span<const std::span<const int64_t>> rows, torch::Device device);

/// The number of tokens in each row: (rows), int64.
torch::Tensor lengths_of(std::span<const std::span<const int64_t>> rows, torch::Device device);

/// The decoder's input for these tokens: bos, then all but the last.
Tokens decoder_input(std::span<const int64_t> written);

/// Pairs of similar length, in the form that a decoder reads in teacher forcing.
struct PairBatch {
  std::vector<size_t> numbers;           ///< index of each row's pair
  torch::Tensor source, source_lengths;  ///< (batch, source), (batch)
  torch::Tensor target_input, target;    ///< (batch, target): from bos on; the tokens to predict
};

/// Calls `each` for all sources with their targets in batches of at most
/// `sentences` pairs and `tokens` tokens per side, padding included.
void for_each_batch(std::span<const Tokens> sources, std::span<const Tokens> targets,
                    size_t sentences, size_t tokens, torch::Device device,
                    const std::function<void(const PairBatch&)>& each);

/// Switches dropout off during its lifetime. Does not touch a model in eval mode, because other
/// threads may be using it.
class EvalMode {
 public:
  explicit EvalMode(torch::nn::Module& module)
      : module_(module), was_training_(module.is_training()) {
    if (was_training_) module_.eval();
  }
  ~EvalMode() {
    if (was_training_) module_.train();
  }
  EvalMode(const EvalMode&) = delete;
  EvalMode& operator=(const EvalMode&) = delete;

 private:
  torch::nn::Module& module_;
  bool was_training_;
};

/// The device of the module's weights.
torch::Device device_of(const torch::nn::Module& model);

}  // namespace regard::translate
