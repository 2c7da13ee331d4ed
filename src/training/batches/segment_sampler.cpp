#include "batches/segment_sampler.h"

#include <algorithm>
#include <numeric>

#include "corpus/shuffle.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::corpus {

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
