#pragma once
#include <cstdint>
#include <vector>

#include "model/seq2seq_model.h"

namespace regard::claims {

/// The likeliest finished translation and its log P.
struct Optimum {
  std::vector<int64_t> tokens = {};  ///< ends in eos; empty if none was found
  double log_prob = 0;
  int64_t opened = 0;  ///< beginnings whose continuations were computed
};

/// Searches all translations of source (1, source) with `lengths` (1) of at most `most_tokens`
/// tokens, eos included: the likeliest beginning is continued first, so the first that ends is the
/// likeliest of all, since log P only falls. Stahlberg and Byrne (2019), arXiv:1908.10090, do the
/// same depth-first. Gives up after `most_opened`.
Optimum exact_search(model::Seq2SeqModel& model, const torch::Tensor& source,
                     const torch::Tensor& lengths, int64_t most_tokens,
                     int64_t most_opened = 100000);

}  // namespace regard::claims
