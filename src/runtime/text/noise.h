#pragma once
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "config/data_options.h"
#include "text/characters.h"
#include "text/tokenizer.h"

namespace regard::text {

/// Randomly resegments a text into pieces of the same vocabulary, word by word. Special tokens,
/// bytes, unknown characters, symbols and the text itself stay unchanged. The same random engine
/// gives the same pieces with every standard library.
///
/// A unigram model draws a segmentation with probability proportional to P(segmentation)^alpha
/// (subword regularization: Kudo, 2018, arXiv:1804.10959, equation 8, over all segmentations). With
/// byte-pair encoding, characters are merged as usual, but each merge is skipped with probability
/// alpha at each step (BPE-dropout: Provilkov et al., 2020, arXiv:1910.13267, algorithm 1).
class SubwordSampler {
 public:
  /// Throws Error for a tokenizer of words or characters, which allows only one segmentation.
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
  size_t longest_ = 0;  // size of the longest piece in bytes
};

/// The changes that noise made to a sentence pair.
struct NoiseDone {
  bool source = false;  ///< the source was changed
  bool target = false;
  bool letter_case = false;  ///< the case of a sentence was changed
};

/// The faults to add to a sentence pair.
struct Faults {
  bool typo = false;
  bool spacing = false;
  bool end_mark = false;
  bool letter_case = false;

  bool any() const { return typo || spacing || end_mark || letter_case; }
};

/// Adds typing errors to sentence pairs, each independently with its own probability, so that the
/// model learns to translate such sentences. The source gets all of them. The target gets those
/// that a translation should mirror: all capitals, or a missing end mark. The same random engine
/// gives the same errors with every standard library.
class Noise {
 public:
  explicit Noise(const config::NoiseOptions& options) : options_(options) {}

  /// Draws faults without reading the text: most pairs get none, so it need not be decoded.
  Faults draw(std::mt19937_64& random) const;
  /// Adds the faults at random positions.
  static NoiseDone add(const Faults& faults, std::string& source, std::string& target,
                       std::mt19937_64& random);

 private:
  config::NoiseOptions options_;
};

}  // namespace regard::text
