#pragma once
#include <cstdint>
#include <vector>

#include "regard/corpus/examples.h"
#include "regard/corpus/sampler_position.h"

namespace regard::corpus {

struct SamplerOptions {
  int64_t batch_tokens;         ///< most sentences * (longest source + longest target)
  int64_t batch_sentences = 0;  ///< most sentences; 0 is no limit
  uint64_t seed = 1;
};

/// Gives out an endless row of batches. Each epoch shuffles the examples, brings those of like
/// length together and shuffles the batches. An epoch's order depends on the seed and its number
/// alone, so training goes on exactly from any position.
class BatchSampler {
 public:
  BatchSampler(const Examples& examples, const SamplerOptions& options);

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

  const Examples& examples_;
  SamplerOptions options_;
  SamplerPosition position_;
  std::vector<std::vector<size_t>> batches_;
};

/// Batches in order of length, for validation: every example once, the same batches each time.
std::vector<std::vector<size_t>> batches_by_length(const Examples& examples,
                                                   std::vector<size_t> order, int64_t batch_tokens,
                                                   int64_t batch_sentences = 0);

}  // namespace regard::corpus
