#pragma once
#include <torch/types.h>
#include <cstdint>
#include <span>
#include <utility>

#include "corpus/examples.h"
#include "corpus/lexical_table.h"

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

/// Where in its source a target token comes from, as far as tokens that co-occur and their order
/// tell:
///   P(source position i | target position j) ~ P(target_j | source_i) exp(-8 |i / m - j / n|)
/// for m source and n target tokens. The first factor is IBM model 1's, the second that of Dyer,
/// Chahuneau and Smith (2013, aclanthology.org/N13-1073). The end of the source stands for no
/// token, half a sentence away from all; the end of the target comes from there.
class SoftAlignments {
 public:
  explicit SoftAlignments(LexicalTable table) : table_(std::move(table)) {}

  /// (batch, target, source), float32: a row for each token of the `chosen` examples, which have
  /// the vocabulary of those learned from. Rows sum to 1; padding has 0.
  torch::Tensor operator()(const Examples& examples, std::span<const size_t> chosen) const;

 private:
  LexicalTable table_;
};

}  // namespace regard::corpus
