#pragma once
#include <cstdint>
#include <random>
#include <span>
#include <string_view>
#include <vector>

#include "text/tokenizer.h"

namespace regard::text {

/// Splits a text at random into other pieces of the same vocabulary, word by word. Special tokens,
/// bytes, unknown characters, symbols and the text itself stay unchanged. The same engine gives the
/// same pieces with every standard library.
///
/// A unigram model draws a segmentation with probability proportional to P(segmentation)^alpha
/// (subword regularization: Kudo, 2018, arXiv:1804.10959, equation 8, over all segmentations).
/// Byte-pair encoding merges characters as usual, but skips each merge with probability alpha at
/// each step (BPE-dropout: Provilkov et al., 2020, arXiv:1910.13267, algorithm 1).
class SubwordSampler {
 public:
  /// Throws Error for a tokenizer of words or characters, which have only one segmentation.
  SubwordSampler(Tokenizer tokenizer, double alpha);

  std::vector<int64_t> resample(std::span<const int32_t> ids, std::mt19937_64& random) const;

 private:
  using Ids = std::vector<int64_t>;
  Ids sample_word(std::span<const int32_t> pieces, std::mt19937_64& random) const;
  Ids sample_unigram(std::string_view word, std::mt19937_64& random) const;
  Ids sample_merges(std::string_view word, std::mt19937_64& random) const;
  int64_t text_piece(std::string_view text) const;

  Tokenizer tokenizer_;
  double alpha_;
  bool unigram_;
  std::vector<bool> is_text_;
  std::vector<double> scores_;
  size_t longest_ = 0;  // bytes of the longest piece
};

}  // namespace regard::text
