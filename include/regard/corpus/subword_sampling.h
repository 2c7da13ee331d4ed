#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "regard/corpus/examples.h"
#include "regard/corpus/pair_lengths.h"
#include "regard/text/subword_sampler.h"
#include "regard/text/tokenizer_pair.h"

namespace regard::corpus {

struct SubwordSamplingOptions {
  double alpha;        ///< as in text::SubwordSampler
  int64_t max_length;  ///< an example that would exceed it on either side stays unchanged
  uint64_t seed = 1;
};

/// Splits training examples into other pieces in each epoch, batch by batch, so that memory holds
/// no more than a batch of them. The result depends only on seed, epoch and the example's number,
/// so training continues exactly from any position.
class SubwordSampling {
 public:
  SubwordSampling(const text::TokenizerPair& tokenizers, const SubwordSamplingOptions& options);

  /// The chosen examples, in that order, as in the epoch.
  Examples operator()(const Examples& examples, std::span<const size_t> chosen,
                      int64_t epoch) const;
  /// The lengths of an example after sampling, by which an epoch's batches are filled.
  PairLengths lengths(const Examples& examples, size_t example, int64_t epoch) const;

 private:
  using Ids = std::vector<int64_t>;
  struct Pair {
    Ids source, target;
  };
  Pair sample(const Examples& examples, size_t example, int64_t epoch) const;

  text::SubwordSampler source_, target_;
  SubwordSamplingOptions options_;
};

}  // namespace regard::corpus
