#pragma once
#include <torch/types.h>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/random.h"
#include "config/experiment.h"
#include "corpus/cleaning.h"
#include "corpus/examples.h"
#include "corpus/shuffle.h"

namespace regard::corpus {

struct SamplerOptions {
  int64_t batch_tokens;         ///< maximum of sentences * (longest source + longest target)
  int64_t batch_sentences = 0;  ///< maximum number of sentences; 0: unlimited
  uint64_t seed = 1;
  bool by_length = true;       ///< whether batches have similar lengths; else in random order
  size_t pool_size = 100'000;  ///< number of examples sorted by length at a time
};

/// Lengths of an example in a given epoch, for data whose tokens change between epochs. Must be
/// thread-safe.
using LengthsInEpoch = std::function<PairLengths(size_t example, int64_t epoch)>;

/// Yields an endless sequence of batches. Each epoch shuffles the examples and takes them pool by
/// pool: the examples of a pool form batches of similar length (or, without by_length, of random
/// length), and the batches are shuffled. So neither the first batch nor a resumed one waits for
/// the lengths of all examples. The order depends only on the seed, the epoch and the pool, so
/// training can continue exactly from any position.
class BatchSampler {
 public:
  BatchSampler(const Examples& examples, const SamplerOptions& options,
               LengthsInEpoch lengths = {});

  /// Examples of the next batch. An example that exceeds the budget is a batch by itself.
  std::vector<size_t> next();

  /// `pool` and `epoch` advance as soon as their last batch is returned.
  SamplerPosition position() const { return position_; }
  /// Moves to a position. Throws Error if it is outside the epoch.
  void seek(SamplerPosition position);
  /// Number of batches in the current pool, which is the whole epoch if there is only one pool.
  int64_t batches_in_pool();

 private:
  void draw_epoch();
  void fill_pool();
  PairLengths lengths_of(size_t example) const;
  bool is_last_pool() const;

  /// The range of pool_ that holds a batch's examples.
  struct Range {
    size_t begin, end;
  };

  const Examples& examples_;
  SamplerOptions options_;
  LengthsInEpoch lengths_;
  SamplerPosition position_;
  std::vector<uint32_t> order_;  // example order of the epoch; four bytes per example
  RandomEngine random_;          // state after `order_` was drawn
  std::vector<uint32_t> pool_;   // examples of the pool, grouped by similar length
  std::vector<Range> batches_;   // batches of the pool; empty until needed
};

struct SegmentSamplerOptions {
  int64_t rows;   ///< number of rows in a minibatch
  int64_t steps;  ///< number of tokens in a segment
  config::Partition partition = config::Partition::sequential;
  uint64_t seed = 1;
};

/// Yields an endless sequence of minibatches of segments of one text. Each epoch skips a random
/// number of tokens at the beginning, so that segments do not always begin at the same places: 0 to
/// `steps` for a sequential partition, 0 to `steps` - 1 for a random one. An epoch's minibatches
/// depend only on the seed and its number, so training continues exactly from any position.
class SegmentSampler {
 public:
  /// Throws Error if `tokens` tokens are too few for one minibatch.
  SegmentSampler(int64_t tokens, const SegmentSamplerOptions& options);

  Segments next();

  /// Whether each row of the next minibatch continues the same row of the previous one.
  bool continues() const;
  /// `epoch` advances as soon as an epoch's last minibatch is returned.
  SamplerPosition position() const { return position_; }
  /// Moves to a position. Throws Error if it is outside the epoch.
  void seek(SamplerPosition position);
  int64_t batches_in_epoch() const { return static_cast<int64_t>(minibatches_.size()); }

 private:
  void cut_epoch();

  int64_t tokens_;
  SegmentSamplerOptions options_;
  SamplerPosition position_;
  std::vector<Segments> minibatches_;
};

/// The input of a language model and its labels.
struct SegmentBatch {
  torch::Tensor input;   ///< (rows, steps), int64
  torch::Tensor labels;  ///< (rows, steps), int64: the token that follows each input token
};

/// The minibatch of these segments of a text.
SegmentBatch make_batch(std::span<const int32_t> text, const Segments& segments, int64_t steps,
                        torch::Device device = torch::kCPU);

}  // namespace regard::corpus
