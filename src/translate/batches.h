#pragma once
#include <torch/nn/module.h>
#include <torch/types.h>

#include <cstdint>
#include <span>
#include <vector>

#include "regard/translate/sources.h"

namespace regard::translate {

/// Numbers 0 to lengths.size() - 1 in batches of like length, the longest first: at most
/// `sentences` in a batch, and at most `tokens`, padding included, unless it is one alone.
std::vector<std::vector<size_t>> batches_of_like_length(std::span<const size_t> lengths,
                                                        size_t sentences, size_t tokens);

/// Sources of like length, and their tokens.
struct Batch {
  std::vector<size_t> numbers;
  std::vector<const Tokens*> rows;
};

/// So many sources in each at most, and so few that very long ones do not meet: attention takes
/// memory as the square.
std::vector<Batch> batches_of(const Sources& sources, int64_t sentences);

/// Rows side by side, filled up with pad at the right: (rows, longest), int64.
torch::Tensor padded(std::span<const Tokens* const> rows, torch::Device device);

/// The number of tokens of each row: (rows), int64.
torch::Tensor lengths_of(std::span<const Tokens* const> rows, torch::Device device);

/// What a decoder reads to write these tokens: bos, then all but the last.
Tokens decoder_input(std::span<const int64_t> written);

/// Switches dropout off while it lives. A model in eval mode is not touched: several threads may
/// use it.
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

/// Where the weights are.
torch::Device device_of(const torch::nn::Module& model);

}  // namespace regard::translate
