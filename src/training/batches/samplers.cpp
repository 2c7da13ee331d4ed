#include "batches/samplers.h"

#include <ATen/Parallel.h>
#include <c10/util/Exception.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "base/random.h"
#include "corpus/shuffle.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::corpus {
namespace {

/// An example and its lengths, by which an epoch is ordered.
struct SizedExample {
  uint32_t target, source, example;
};

bool is_shorter(const SizedExample& a, const SizedExample& b) {
  return std::pair(a.target, a.source) < std::pair(b.target, b.source);
}

/// The batch being filled.
class Filling {
 public:
  explicit Filling(const SamplerOptions& options) : options_(options) {}

  /// Whether one more example fits. The first one always does.
  bool takes(const SizedExample& example) const {
    if (sentences_ == 0) return true;
    const auto longest = std::max(source_, example.source) + std::max(target_, example.target);
    return (sentences_ + 1) * longest <= options_.batch_tokens &&
           (options_.batch_sentences == 0 || sentences_ < options_.batch_sentences);
  }
  void take(const SizedExample& example) {
    ++sentences_;
    source_ = std::max(source_, example.source);
    target_ = std::max(target_, example.target);
  }

 private:
  SamplerOptions options_;
  int64_t sentences_ = 0;
  uint32_t source_ = 0, target_ = 0;  // the longest
};

}  // namespace

BatchSampler::BatchSampler(const Examples& examples, const SamplerOptions& options,
                           LengthsInEpoch lengths)
    : examples_(examples), options_(options), lengths_(std::move(lengths)) {
  TORCH_CHECK(examples.size() > 0, "BatchSampler: there are no examples");
  TORCH_CHECK(examples.size() <= std::numeric_limits<uint32_t>::max(), "BatchSampler: there are ",
              examples.size(), " examples, more than 32 bits count");
  shuffle_epoch();
}

// As the epoch sees them.
std::vector<PairLengths> BatchSampler::lengths_of_examples() const {
  constexpr int64_t kExamplesOfATask = 256;
  std::vector<PairLengths> lengths(examples_.size());
  at::parallel_for(0, static_cast<int64_t>(lengths.size()), kExamplesOfATask,
                   [&](int64_t begin, int64_t end) {
                     for (auto i = static_cast<size_t>(begin); i < static_cast<size_t>(end); ++i) {
                       lengths[i] = lengths_ ? lengths_(i, position_.epoch) : examples_.lengths(i);
                     }
                   });
  return lengths;
}

void BatchSampler::shuffle_epoch() {
  auto generator = engine_of_epoch(options_.seed, position_.epoch);
  const auto lengths = lengths_of_examples();
  const auto sized = [&](size_t example) {
    return SizedExample{lengths[example].target, lengths[example].source,
                        static_cast<uint32_t>(example)};
  };
  std::vector<SizedExample> order;
  order.reserve(examples_.size());
  for (size_t example = 0; example < examples_.size(); ++example) {
    const double weight = examples_.weight(example);
    double copies = std::floor(weight);
    if (weight > copies && uniform(generator) < weight - copies) ++copies;
    order.insert(order.end(), static_cast<size_t>(copies), sized(example));
  }
  if (order.empty()) order.push_back(sized(0));  // tiny weights can leave an epoch without a pair
  shuffle(order, generator);
  // Stable: examples of the same lengths stay in random order.
  std::stable_sort(order.begin(), order.end(), is_shorter);

  order_.clear();
  order_.reserve(order.size());
  batches_.clear();
  Filling filling(options_);
  for (const auto& example : order) {
    if (batches_.empty() || !filling.takes(example)) {
      batches_.push_back({.begin = order_.size(), .end = order_.size()});
      filling = Filling(options_);
    }
    filling.take(example);
    order_.push_back(example.example);
    ++batches_.back().end;
  }
  shuffle(batches_, generator);
}

std::vector<size_t> BatchSampler::next() {
  const auto [begin, end] = batches_[static_cast<size_t>(position_.batch)];
  const std::vector<size_t> batch(order_.begin() + static_cast<std::ptrdiff_t>(begin),
                                  order_.begin() + static_cast<std::ptrdiff_t>(end));
  if (++position_.batch == batches_in_epoch()) seek({.epoch = position_.epoch + 1, .batch = 0});
  return batch;
}

void BatchSampler::seek(SamplerPosition position) {
  const bool same_epoch = position.epoch == position_.epoch;
  position_ = position;
  if (!same_epoch) shuffle_epoch();
  check_position(position, batches_in_epoch());
}

using config::Partition;

SegmentSampler::SegmentSampler(int64_t tokens, const SegmentSamplerOptions& options)
    : tokens_(tokens), options_(options) {
  const int64_t largest_offset =
      options.partition == Partition::sequential ? options.steps : options.steps - 1;
  const int64_t needed = largest_offset + options.rows * options.steps + 1;
  if (tokens < needed) {
    throw Error(str("the training text has ", tokens, " tokens, but ", options.rows,
                    " segments of ", options.steps, " side by side need ", needed),
                "data.train", "give more text, or lower training.batch_tokens or bptt.steps");
  }
  cut_epoch();
}

void SegmentSampler::cut_epoch() {
  auto engine = engine_of_epoch(options_.seed, position_.epoch);
  const auto below = [&](int64_t bound) {
    return static_cast<int64_t>(engine() % static_cast<uint64_t>(bound));
  };
  const auto& [rows, steps, partition, seed] = options_;
  if (partition == Partition::sequential) {
    minibatches_ = sequential_partition(tokens_, rows, steps, below(steps + 1));
    return;
  }
  const int64_t offset = below(steps);
  std::vector<int64_t> order(static_cast<size_t>(count_segments(tokens_, steps, offset)));
  std::iota(order.begin(), order.end(), 0);
  shuffle(order, engine);
  minibatches_ = random_partition(rows, steps, offset, order);
}

Segments SegmentSampler::next() {
  auto segments = minibatches_[static_cast<size_t>(position_.batch)];
  if (++position_.batch == batches_in_epoch()) seek({.epoch = position_.epoch + 1, .batch = 0});
  return segments;
}

bool SegmentSampler::continues() const {
  return options_.partition == Partition::sequential && position_.batch > 0;
}

void SegmentSampler::seek(SamplerPosition position) {
  const bool same_epoch = position.epoch == position_.epoch;
  position_ = position;
  if (!same_epoch) cut_epoch();
  check_position(position, batches_in_epoch());
}

SegmentBatch make_batch(std::span<const int32_t> text, const Segments& segments, int64_t steps,
                        torch::Device device) {
  const auto rows = static_cast<int64_t>(segments.size());
  SegmentBatch batch{torch::empty({rows, steps}, torch::kInt64),
                     torch::empty({rows, steps}, torch::kInt64)};
  auto* input = batch.input.mutable_data_ptr<int64_t>();
  auto* label = batch.labels.mutable_data_ptr<int64_t>();
  for (const int64_t begin : segments) {
    TORCH_CHECK(begin >= 0 && begin + steps < static_cast<int64_t>(text.size()),
                "make_batch: a segment of ", steps, " at ", begin, " of ", text.size(), " tokens");
    const auto tokens = text.subspan(static_cast<size_t>(begin), static_cast<size_t>(steps) + 1);
    input = std::copy(tokens.begin(), tokens.end() - 1, input);
    label = std::copy(tokens.begin() + 1, tokens.end(), label);
  }
  return {batch.input.to(device), batch.labels.to(device)};
}

}  // namespace regard::corpus
