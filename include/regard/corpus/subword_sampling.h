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
  double alpha;        ///< as text::SubwordSampler has it
  int64_t max_length;  ///< an example that would become longer on a side stays as it was
  uint64_t seed = 1;
};

/// Cuts training examples into other pieces in each epoch, as batches are made: no more than a
/// batch is held. What an example becomes depends on seed, epoch and its number alone, so training
/// goes on exactly from any position.
class SubwordSampling {
 public:
  SubwordSampling(const text::TokenizerPair& tokenizers, const SubwordSamplingOptions& options);

  /// The chosen examples, in that order, as the epoch sees them.
  Examples operator()(const Examples& examples, std::span<const size_t> chosen,
                      int64_t epoch) const;
  /// How long it makes one of them, by which an epoch's batches are filled.
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
