#include "regard/corpus/batch_sampler.h"

#include <c10/util/Exception.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "corpus/shuffle.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::corpus {
namespace {

double uniform(RandomEngine& generator) {
  return static_cast<double>(generator() >> 11U) * 0x1.0p-53;
}

}  // namespace

std::vector<std::vector<size_t>> batches_by_length(const Examples& examples,
                                                   std::vector<size_t> order, int64_t batch_tokens,
                                                   int64_t batch_sentences) {
  // Stable: examples of the same lengths keep the order they came in, which is random in training.
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return std::pair(examples.target(a).size(), examples.source(a).size()) <
           std::pair(examples.target(b).size(), examples.source(b).size());
  });
  std::vector<std::vector<size_t>> batches;
  size_t longest_source = 0;
  size_t longest_target = 0;
  for (const size_t example : order) {
    longest_source = std::max(longest_source, examples.source(example).size());
    longest_target = std::max(longest_target, examples.target(example).size());
    const bool full =
        batches.empty() ||
        (batches.back().size() + 1) * (longest_source + longest_target) >
            static_cast<size_t>(batch_tokens) ||
        (batch_sentences > 0 && batches.back().size() >= static_cast<size_t>(batch_sentences));
    if (full) {
      batches.emplace_back();
      longest_source = examples.source(example).size();
      longest_target = examples.target(example).size();
    }
    batches.back().push_back(example);
  }
  return batches;
}

BatchSampler::BatchSampler(const Examples& examples, const SamplerOptions& options)
    : examples_(examples), options_(options) {
  TORCH_CHECK(examples.size() > 0, "BatchSampler: there are no examples");
  shuffle_epoch();
}

void BatchSampler::shuffle_epoch() {
  auto generator = engine_of_epoch(options_.seed, position_.epoch);
  std::vector<size_t> order;
  order.reserve(examples_.size());
  for (size_t example = 0; example < examples_.size(); ++example) {
    const double weight = examples_.weight(example);
    double copies = std::floor(weight);
    if (weight > copies && uniform(generator) < weight - copies) ++copies;
    order.insert(order.end(), static_cast<size_t>(copies), example);
  }
  if (order.empty()) order.push_back(0);  // tiny weights can leave an epoch without a pair
  shuffle(order, generator);
  batches_ = batches_by_length(examples_, std::move(order), options_.batch_tokens,
                               options_.batch_sentences);
  shuffle(batches_, generator);
}

std::vector<size_t> BatchSampler::next() {
  auto batch = batches_[static_cast<size_t>(position_.batch)];
  if (++position_.batch == batches_in_epoch()) seek({.epoch = position_.epoch + 1, .batch = 0});
  return batch;
}

void BatchSampler::seek(SamplerPosition position) {
  const bool same_epoch = position.epoch == position_.epoch;
  position_ = position;
  if (!same_epoch) shuffle_epoch();
  if (position.batch < 0 || position.batch >= batches_in_epoch()) {
    throw Error(str("the training was at batch ", position.batch, " of epoch ", position.epoch,
                    ", which has ", batches_in_epoch()),
                "data.train", "go on with the texts and batch sizes that the training began with",
                ExitCode::failure);
  }
}

}  // namespace regard::corpus
