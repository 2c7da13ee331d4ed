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

/// An example and the lengths by which a pool is sorted.
struct SizedExample {
  uint32_t target, source, example;
};

bool is_shorter(const SizedExample& a, const SizedExample& b) {
  return std::pair(a.target, a.source) < std::pair(b.target, b.source);
}

RandomEngine engine_of_pool(uint64_t seed, int64_t epoch, int64_t pool) {
  std::seed_seq sequence = {seed & 0xFFFFFFFFU, seed >> 32U, static_cast<uint64_t>(epoch),
                            static_cast<uint64_t>(pool)};
  return RandomEngine(sequence);
}

/// The batch being filled.
class Filling {
 public:
  explicit Filling(const SamplerOptions& options) : options_(options) {}

  /// Whether `example` fits into the batch; the first one always does.
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
  uint32_t source_ = 0, target_ = 0;  // lengths of the longest sentences
};

}  // namespace

BatchSampler::BatchSampler(const Examples& examples, const SamplerOptions& options,
                           LengthsInEpoch lengths)
    : examples_(examples), options_(options), lengths_(std::move(lengths)) {
  TORCH_CHECK(examples.size() > 0, "BatchSampler: no examples");
  TORCH_CHECK(examples.size() <= std::numeric_limits<uint32_t>::max(), "BatchSampler: there are ",
              examples.size(), " examples, more than 32 bits can count");
  draw_epoch();
}

// Lengths in the current epoch; tokens may differ between epochs.
PairLengths BatchSampler::lengths_of(size_t example) const {
  return lengths_ ? lengths_(example, position_.epoch) : examples_.lengths(example);
}

void BatchSampler::draw_epoch() {
  random_ = engine_of_epoch(options_.seed, position_.epoch);
  order_.clear();
  order_.reserve(examples_.size());
  for (size_t example = 0; example < examples_.size(); ++example) {
    const double weight = examples_.weight(example);
    double copies = std::floor(weight);
    if (weight > copies && uniform(random_) < weight - copies) ++copies;
    order_.insert(order_.end(), static_cast<size_t>(copies), static_cast<uint32_t>(example));
  }
  if (order_.empty()) order_.push_back(0);  // tiny weights can leave an epoch without a pair
  shuffle(order_, random_);
  batches_.clear();
}

bool BatchSampler::is_last_pool() const {
  return (static_cast<size_t>(position_.pool) + 1) * options_.pool_size >= order_.size();
}

void BatchSampler::fill_pool() {
  const size_t first = static_cast<size_t>(position_.pool) * options_.pool_size;
  const auto drawn = std::span(order_).subspan(first);
  const auto examples = drawn.first(std::min(options_.pool_size, drawn.size()));
  constexpr int64_t kExamplesOfATask = 256;
  std::vector<SizedExample> pool(examples.size());
  at::parallel_for(0, std::ssize(pool), kExamplesOfATask, [&](int64_t begin, int64_t end) {
    for (auto i = static_cast<size_t>(begin); i < static_cast<size_t>(end); ++i) {
      const auto [source, target] = lengths_of(examples[i]);
      pool[i] = {.target = target, .source = source, .example = examples[i]};
    }
  });
  // Stable: examples of the same lengths stay in random order.
  if (options_.by_length) std::stable_sort(pool.begin(), pool.end(), is_shorter);

  pool_.clear();
  batches_.clear();
  Filling filling(options_);
  for (const auto& example : pool) {
    if (batches_.empty() || !filling.takes(example)) {
      batches_.push_back({.begin = pool_.size(), .end = pool_.size()});
      filling = Filling(options_);
    }
    filling.take(example);
    pool_.push_back(example.example);
    ++batches_.back().end;
  }
  auto random = position_.pool == 0
                    ? random_
                    : engine_of_pool(options_.seed, position_.epoch, position_.pool);
  shuffle(batches_, random);
}

int64_t BatchSampler::batches_in_pool() {
  if (batches_.empty()) fill_pool();
  return std::ssize(batches_);
}

std::vector<size_t> BatchSampler::next() {
  const int64_t count = batches_in_pool();
  const auto [begin, end] = batches_[static_cast<size_t>(position_.batch)];
  const std::vector<size_t> batch(pool_.begin() + static_cast<std::ptrdiff_t>(begin),
                                  pool_.begin() + static_cast<std::ptrdiff_t>(end));
  if (++position_.batch < count) return batch;
  seek(is_last_pool() ? SamplerPosition{.epoch = position_.epoch + 1}
                      : SamplerPosition{.epoch = position_.epoch, .pool = position_.pool + 1});
  return batch;
}

void BatchSampler::seek(SamplerPosition position) {
  const auto before = std::exchange(position_, position);
  if (position.epoch != before.epoch) draw_epoch();
  if (position.pool != before.pool) batches_.clear();
  const bool has_pool =
      position.pool >= 0 && static_cast<size_t>(position.pool) * options_.pool_size < order_.size();
  int64_t batches = has_pool ? 1 : 0;  // a lower bound; counting them all would fill the pool
  if (has_pool && position.batch != 0) batches = batches_in_pool();
  check_position(position, batches);
}

using config::Partition;

SegmentSampler::SegmentSampler(int64_t tokens, const SegmentSamplerOptions& options)
    : tokens_(tokens), options_(options) {
  const int64_t largest_offset =
      options.partition == Partition::sequential ? options.steps : options.steps - 1;
  const int64_t needed = largest_offset + options.rows * options.steps + 1;
  if (tokens < needed) {
    throw Error(str("the training text has ", tokens, " tokens, but ", options.rows,
                    " parallel segments of ", options.steps, " tokens need ", needed),
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
