#include "batches/samplers.h"

#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include "regard/base/error.h"
#include "support/base/thrown_error.h"

namespace regard::corpus {
namespace {

using config::Partition;

constexpr int64_t kTokens = 500, kRows = 3, kSteps = 10;

class EverySegmentSampler : public testing::TestWithParam<Partition> {
 protected:
  SegmentSampler sampler(uint64_t seed = 1) const {
    return {kTokens, {.rows = kRows, .steps = kSteps, .partition = GetParam(), .seed = seed}};
  }
  static std::vector<Segments> next(SegmentSampler& sampler, int64_t count) {
    std::vector<Segments> minibatches;
    for (int64_t i = 0; i < count; ++i) minibatches.push_back(sampler.next());
    return minibatches;
  }
};

TEST_P(EverySegmentSampler, GivesTheSameMinibatchesForTheSameSeedAlone) {
  auto a = sampler(), b = sampler(), c = sampler(2);
  const auto minibatches = next(a, 60);
  EXPECT_EQ(next(b, 60), minibatches);
  EXPECT_NE(next(c, 60), minibatches);
}

TEST_P(EverySegmentSampler, GoesOnFromAnyPosition) {
  auto whole = sampler();
  for (int64_t begin = 0; begin < 40; begin += 9) {
    auto part = sampler();
    part.seek(whole.position());
    auto copy = whole;
    EXPECT_EQ(next(part, 30), next(copy, 30));
    next(whole, 9);
  }
  EXPECT_GT(whole.position().epoch, 1);
}

TEST_P(EverySegmentSampler, BeginsEachEpochAtAnotherToken) {
  auto epochs = sampler();
  std::set<int64_t> offsets;
  for (int epoch = 0; epoch < 20; ++epoch) {
    int64_t first = kTokens;
    for (const auto& segments : next(epochs, epochs.batches_in_epoch())) {
      for (const int64_t begin : segments) first = std::min(first, begin);
    }
    offsets.insert(first);
  }
  EXPECT_GT(offsets.size(), 5U);
}

TEST_P(EverySegmentSampler, RefusesATextThatIsTooShort) {
  const int64_t needed = kRows * kSteps + 1 + (GetParam() == Partition::sequential ? 10 : 9);
  const SegmentSamplerOptions options{.rows = kRows, .steps = kSteps, .partition = GetParam()};
  EXPECT_NO_THROW(SegmentSampler(needed, options));
  const auto error = test::thrown_error([&] { SegmentSampler(needed - 1, options); });
  EXPECT_EQ(error.where(), "data.train");
}

TEST_P(EverySegmentSampler, RefusesAPositionThatAnEpochDoesNotHave) {
  auto segments = sampler();
  EXPECT_THROW(segments.seek({.epoch = 0, .batch = 1000}), Error);
}

INSTANTIATE_TEST_SUITE_P(Partitions, EverySegmentSampler,
                         testing::Values(Partition::sequential, Partition::random),
                         [](const auto& info) {
                           return info.index == 0 ? "sequential" : "random";
                         });

TEST(SegmentSampler, SaysWhereRowsGoOn) {
  SegmentSampler sampler(kTokens, {.rows = kRows, .steps = kSteps});
  EXPECT_FALSE(sampler.continues());
  auto before = sampler.next();
  while (sampler.position().epoch == 0) {
    EXPECT_TRUE(sampler.continues());
    auto segments = sampler.next();
    for (size_t row = 0; row < segments.size(); ++row) {
      EXPECT_EQ(segments[row], before[row] + kSteps);
    }
    before = std::move(segments);
  }
  EXPECT_FALSE(sampler.continues());
}

TEST(SegmentBatch, LabelsEachTokenWithTheNext) {
  std::vector<int32_t> text(20);
  std::iota(text.begin(), text.end(), 100);
  const auto batch = make_batch(text, {3, 15}, 4);
  EXPECT_TRUE(
      batch.input.equal(torch::tensor({103, 104, 105, 106, 115, 116, 117, 118}).view({2, 4})));
  EXPECT_TRUE(batch.labels.equal(batch.input + 1));
  EXPECT_THROW(make_batch(text, {16}, 4), c10::Error);
}

}  // namespace
}  // namespace regard::corpus
