#pragma once
#include <torch/types.h>

#include <cstdint>
#include <span>
#include <vector>

#include "corpus/examples.h"

namespace regard::corpus {

/// Sentence pairs of a batch, padded to equal length.
struct Batch {
  torch::Tensor source;           ///< (batch, source) int64; each row ends with eos, then pad
  torch::Tensor source_lengths;   ///< (batch) int64, eos included
  torch::Tensor target_input;     ///< (batch, target) int64: bos, then all but the last token
  torch::Tensor target_labels;    ///< (batch, target) int64: the tokens with eos, then pad
  torch::Tensor alignments = {};  ///< (batch, target, source) of SoftAlignments, or undefined
  int64_t source_tokens = 0;      ///< real tokens, padding not counted
  int64_t target_tokens = 0;
};

/// The batch of these examples, in this order.
Batch make_batch(const Examples& examples, std::span<const size_t> chosen,
                 torch::Device device = torch::kCPU);

}  // namespace regard::corpus
