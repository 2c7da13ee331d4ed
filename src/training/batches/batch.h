#pragma once
#include <torch/types.h>
#include <cstdint>
#include <span>

#include "alignment/token_linker.h"
#include "corpus/examples.h"

namespace regard::corpus {

/// Sentence pairs of a batch, padded to equal length.
struct Batch {
  torch::Tensor source;           ///< (batch, source) int64; each row ends with eos, then pad
  torch::Tensor source_lengths;   ///< (batch) int64, eos included
  torch::Tensor target_input;     ///< (batch, target) int64: bos, then all but the last token
  torch::Tensor target_labels;    ///< (batch, target) int64: the tokens with eos, then pad
  torch::Tensor alignments = {};  ///< (batch, target, source), from linked_tokens(), or undefined
  int64_t source_tokens = 0;      ///< number of source tokens, without padding
  int64_t target_tokens = 0;
};

/// Makes a batch of the `chosen` examples, in this order.
Batch make_batch(const Examples& examples, std::span<const size_t> chosen,
                 torch::Device device = torch::kCPU);

/// Word links of the `chosen` examples as a soft alignment: (batch, target, source), float32. Each
/// target token divides a weight of 1 equally among the source tokens it is linked with. Rows of
/// unlinked tokens and of padding are 0.
torch::Tensor linked_tokens(const alignment::TokenLinker& linker, const Examples& examples,
                            std::span<const size_t> chosen);

}  // namespace regard::corpus
