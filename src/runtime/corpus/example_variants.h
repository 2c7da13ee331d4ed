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
  double alpha = 0;  ///< as in text::SubwordSampler; 0 samples nothing
  config::NoiseOptions noise = {};
  config::JoinOptions join = {};
  int64_t max_length;  ///< an example that would exceed it on either side stays unchanged
  uint64_t seed = 1;
};

/// Changes training examples in each epoch: gives some of them noise, splits all of them into other
/// pieces, and joins some with those on the next lines of their text. It does so batch by batch, so
/// that memory holds no more than a batch of them. The result depends only on seed, epoch and the
/// example's number, so training continues exactly from any position.
class ExampleVariants {
 public:
  ExampleVariants(const text::TokenizerPair& tokenizers, const ExampleVariantOptions& options);

  /// The chosen examples, in that order, as in the epoch.
  Examples operator()(const Examples& examples, std::span<const size_t> chosen,
                      int64_t epoch) const;
  /// The lengths of an example as in the epoch, by which the epoch's batches are filled.
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
  std::vector<bool> is_symbol_;  // by source token
  text::Noise noise_;
  std::optional<text::SubwordSampler> source_, target_;
  ExampleVariantOptions options_;
};

}  // namespace regard::corpus
