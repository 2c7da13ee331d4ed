#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "regard/corpus/examples.h"
#include "regard/corpus/pair_lengths.h"
#include "regard/corpus/sampler_position.h"

namespace regard::corpus {

struct SamplerOptions {
  int64_t batch_tokens;         ///< most sentences * (longest source + longest target)
  int64_t batch_sentences = 0;  ///< most sentences; 0 is no limit
  uint64_t seed = 1;
};

/// What an epoch makes of an example's lengths, where it does not see examples as they are: a
/// function of these two alone. Called by several threads at once.
using LengthsInEpoch = std::function<PairLengths(size_t example, int64_t epoch)>;

/// Gives out an endless row of batches. Each epoch shuffles the examples, brings those of like
/// length together and shuffles the batches. An epoch's order depends on the seed and its number
/// alone, so training goes on exactly from any position.
class BatchSampler {
 public:
  BatchSampler(const Examples& examples, const SamplerOptions& options,
               LengthsInEpoch lengths = {});

  /// Examples of the next batch. A sentence that is larger than the budget by itself is a batch of
  /// its own.
  std::vector<size_t> next();

  /// `epoch` counts up as soon as the last batch of one is given out.
  SamplerPosition position() const { return position_; }
  /// Throws Error for a position that the epoch does not have.
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
  std::vector<uint32_t> order_;  // of the epoch: four bytes an example is all that a sampler holds
  std::vector<Range> batches_;
};

}  // namespace regard::corpus
