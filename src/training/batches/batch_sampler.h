#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "corpus/examples.h"
#include "corpus/pair_lengths.h"
#include "corpus/sampler_position.h"

namespace regard::corpus {

struct SamplerOptions {
  int64_t batch_tokens;         ///< most sentences * (longest source + longest target)
  int64_t batch_sentences = 0;  ///< most sentences; 0 is no limit
  uint64_t seed = 1;
};

/// The lengths of an example in an epoch that changes its tokens, as a function of example and
/// epoch. Several threads may call it at once.
using LengthsInEpoch = std::function<PairLengths(size_t example, int64_t epoch)>;

/// Yields an endless sequence of batches. Each epoch shuffles the examples, groups those of similar
/// length and shuffles the batches. An epoch's order depends only on the seed and its number, so
/// training continues exactly from any position.
class BatchSampler {
 public:
  BatchSampler(const Examples& examples, const SamplerOptions& options,
               LengthsInEpoch lengths = {});

  /// Examples of the next batch. A sentence larger than the budget is a batch by itself.
  std::vector<size_t> next();

  /// `epoch` advances as soon as an epoch's last batch is returned.
  SamplerPosition position() const { return position_; }
  /// Throws Error for a position outside the epoch.
  void seek(SamplerPosition position);
  int64_t batches_in_epoch() const { return static_cast<int64_t>(batches_.size()); }

 private:
  void shuffle_epoch();
  std::vector<PairLengths> lengths_of_examples() const;

  /// The examples of a batch, in order_.
  struct Range {
    size_t begin, end;
  };

  const Examples& examples_;
  SamplerOptions options_;
  LengthsInEpoch lengths_;
  SamplerPosition position_;
  std::vector<uint32_t>
      order_;  // of the epoch: four bytes per example is the sampler's only large state
  std::vector<Range> batches_;
};

}  // namespace regard::corpus
