#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "config/data_options.h"
#include "corpus/cleaning.h"
#include "corpus/examples.h"
#include "text/noise.h"
#include "text/tokenizer_pair.h"

namespace regard::corpus {

struct ExampleVariantOptions {
  double alpha = 0;  ///< alpha of text::SubwordSampler; 0: no sampling
  config::NoiseOptions noise = {};
  config::JoinOptions join = {};
  int64_t max_length;  ///< an example with a side that would become longer stays unchanged
  uint64_t seed = 1;
};

/// Varies training examples in each epoch: adds noise to some, resamples the subwords of all, and
/// joins some with the following lines of their corpus. It works on one batch at a time, so memory
/// holds only one batch of variants. The result depends only on seed, epoch and example number, so
/// training resumes exactly from any position.
class ExampleVariants {
 public:
  ExampleVariants(const text::TokenizerPair& tokenizers, const ExampleVariantOptions& options);

  /// The variants of the chosen examples in an epoch, in the same order.
  Examples operator()(const Examples& examples, std::span<const size_t> chosen,
                      int64_t epoch) const;
  /// The lengths of an example's variant in an epoch; they determine the epoch's batches.
  PairLengths lengths(const Examples& examples, size_t example, int64_t epoch) const;

 private:
  using Ids = std::vector<int64_t>;
  struct Pair {
    Ids source, target;
  };
  Pair variant(const Examples& examples, size_t example, int64_t epoch) const;
  Pair alone(const Examples& examples, size_t example, int64_t epoch) const;
  void add_noise(Pair& pair, size_t example, int64_t epoch) const;
  bool fits(const Ids& side) const {
    return static_cast<int64_t>(side.size()) <= options_.max_length;
  }

  text::TokenizerPair tokenizers_;
  std::vector<bool> is_symbol_;  // whether each source token is a symbol
  text::Noise noise_;
  std::optional<text::SubwordSampler> source_, target_;
  ExampleVariantOptions options_;
};

}  // namespace regard::corpus
