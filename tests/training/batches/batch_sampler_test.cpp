#include "batches/samplers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <vector>

#include "corpus/corpus_fixtures.h"
#include "support/base/thrown_error.h"

namespace regard::corpus {
namespace {

using Batches = std::vector<std::vector<size_t>>;

constexpr SamplerOptions kOptions = {.batch_tokens = 200, .batch_sentences = 0, .seed = 3};

Batches next_batches(BatchSampler& sampler, int64_t count) {
  Batches batches;
  for (int64_t i = 0; i < count; ++i) batches.push_back(sampler.next());
  return batches;
}

Batches next_epoch(BatchSampler& sampler) {
  Batches batches;
  const auto epoch = sampler.position().epoch;
  while (sampler.position().epoch == epoch) batches.push_back(sampler.next());
  return batches;
}

/// How often each example occurs in the batches.
std::map<size_t, int> counts(const Batches& batches) {
  std::map<size_t, int> result;
  for (const auto& batch : batches) {
    for (const size_t example : batch) ++result[example];
  }
  return result;
}

size_t padded_tokens(const Examples& examples, const std::vector<size_t>& batch) {
  size_t source = 0;
  size_t target = 0;
  for (const size_t example : batch) {
    source = std::max(source, examples.source(example).size());
    target = std::max(target, examples.target(example).size());
  }
  return batch.size() * (source + target);
}

TEST(BatchSampler, GivesEveryExampleOnceAnEpoch) {
  const auto examples = many_examples(500);
  BatchSampler sampler(examples, kOptions);
  for (int64_t epoch = 0; epoch < 3; ++epoch) {
    EXPECT_EQ(sampler.position().epoch, epoch);
    const auto seen = counts(next_epoch(sampler));
    EXPECT_EQ(seen.size(), 500U);
    for (const auto& [example, count] : seen) EXPECT_EQ(count, 1) << example;
  }
}

constexpr SamplerOptions kOfPools = {.batch_tokens = 200, .seed = 3, .pool_size = 120};

TEST(BatchSampler, GivesEveryExampleOnceAnEpochPoolByPool) {
  const auto examples = many_examples(500);
  BatchSampler sampler(examples, kOfPools);
  for (int64_t epoch = 0; epoch < 2; ++epoch) {
    std::map<int64_t, size_t> of_pool;
    Batches batches;
    while (sampler.position().epoch == epoch) {
      const auto pool = sampler.position().pool;
      batches.push_back(sampler.next());
      of_pool[pool] += batches.back().size();
    }
    EXPECT_EQ(of_pool,
              (std::map<int64_t, size_t>{{0, 120}, {1, 120}, {2, 120}, {3, 120}, {4, 20}}));
    EXPECT_EQ(counts(batches).size(), 500U);
  }
}

TEST(BatchSampler, AsksForTheLengthsOfAPoolWhenItIsNeeded) {
  const auto examples = many_examples(500);
  std::atomic<int> asked = 0;
  const auto counting = [&](size_t example, int64_t) {
    ++asked;
    return examples.lengths(example);
  };
  BatchSampler sampler(examples, kOfPools, counting);
  sampler.seek({.epoch = 1, .pool = 2});
  EXPECT_EQ(asked, 0);
  sampler.next();
  EXPECT_EQ(asked, 120);
}

TEST(BatchSampler, GivesExamplesAsOftenAsTheirWeightSays) {
  const auto examples = many_examples(500, {1.0, 3.0});
  BatchSampler sampler(examples, kOptions);
  for (const auto& [example, count] : counts(next_epoch(sampler))) {
    EXPECT_EQ(count, example % 2 == 0 ? 1 : 3);
  }
}

TEST(BatchSampler, DrawsFractionsOfAWeightAnewEachEpoch) {
  const auto examples = many_examples(400, {0.25, 1.5});
  BatchSampler sampler(examples, kOptions);
  constexpr int kEpochs = 100;
  std::map<size_t, int> total;
  for (int epoch = 0; epoch < kEpochs; ++epoch) {
    for (const auto& [example, count] : counts(next_epoch(sampler))) {
      EXPECT_TRUE(example % 2 == 0 ? count == 1 : count == 1 || count == 2) << count;
      total[example] += count;
    }
  }
  // Four standard deviations of a binomial distribution with 200 * 100 draws are 245 and 283.
  double quarter = 0;
  double one_and_a_half = 0;
  for (const auto& [example, count] : total) (example % 2 == 0 ? quarter : one_and_a_half) += count;
  EXPECT_NEAR(quarter, 0.25 * 200 * kEpochs, 245);
  EXPECT_NEAR(one_and_a_half, 1.5 * 200 * kEpochs, 283);
  EXPECT_EQ(total.size(), 400U);  // no example is left out for good
}

TEST(BatchSampler, NeverExceedsTheBudgetOfTokens) {
  const auto examples = many_examples(1000, {1.0, 0.7});
  for (const int64_t budget : {60, 100, 1000, 100'000}) {  // the largest pair has 60 tokens
    BatchSampler sampler(examples, {.batch_tokens = budget});
    for (const auto& batch : next_epoch(sampler)) {
      EXPECT_LE(padded_tokens(examples, batch), static_cast<size_t>(budget));
      EXPECT_FALSE(batch.empty());
    }
  }
}

TEST(BatchSampler, InRandomOrderFillsEachBatchWhateverTheLengths) {
  const auto examples = many_examples(500);
  const SamplerOptions by_length = {.batch_tokens = 1'000'000, .batch_sentences = 64};
  auto random = by_length;
  random.by_length = false;
  const auto epoch_of = [&](const SamplerOptions& options) {
    BatchSampler sampler(examples, options);
    return next_epoch(sampler);
  };
  const auto tokens_of = [&](const Batches& batches) {
    size_t tokens = 0;
    for (const auto& batch : batches) tokens += padded_tokens(examples, batch);
    return tokens;
  };
  const auto batches = epoch_of(random);
  EXPECT_EQ(batches.size(), 8U);
  EXPECT_EQ(counts(batches).size(), 500U);
  EXPECT_GT(tokens_of(batches), 6 * tokens_of(epoch_of(by_length)) / 5);
}

TEST(BatchSampler, FillsBatchesByTheLengthsOfTheEpoch) {
  const auto examples = many_examples(1000);
  const auto doubled_in_odd_epochs = [&](size_t example, int64_t epoch) {
    const auto [source, target] = examples.lengths(example);
    return epoch % 2 == 1 ? PairLengths{2 * source, 2 * target} : PairLengths{source, target};
  };
  constexpr size_t kBudget = 500;
  BatchSampler sampler(examples, {.batch_tokens = kBudget}, doubled_in_odd_epochs);
  BatchSampler plain(examples, {.batch_tokens = kBudget});
  EXPECT_EQ(next_epoch(sampler), next_epoch(plain));
  EXPECT_GT(sampler.batches_in_pool(), plain.batches_in_pool() * 3 / 2);
  for (const auto& batch : next_epoch(sampler)) {
    EXPECT_LE(2 * padded_tokens(examples, batch), kBudget);
  }
}

TEST(BatchSampler, FillsItsBatchesWell) {
  const auto examples = many_examples(2000);
  BatchSampler sampler(examples, {.batch_tokens = 1000});
  size_t real = 0;
  size_t padded = 0;
  for (const auto& batch : next_epoch(sampler)) {
    padded += padded_tokens(examples, batch);
    for (const size_t example : batch) {
      real += examples.source(example).size() + examples.target(example).size();
    }
  }
  // Lengths here are independent of each other, which is the worst case; without sorting, about
  // half would be padding.
  EXPECT_GT(static_cast<double>(real), 0.8 * static_cast<double>(padded));
}

TEST(BatchSampler, NeverExceedsTheMostSentences) {
  const auto examples = many_examples(300);
  BatchSampler sampler(examples, {.batch_tokens = 100'000, .batch_sentences = 7});
  for (const auto& batch : next_epoch(sampler)) EXPECT_LE(batch.size(), 7U);
}

TEST(BatchSampler, MakesABatchOfASentenceThatIsLargerThanTheBudget) {
  Examples examples;
  examples.begin_text("text");
  add_example(examples, 2, 2);
  add_example(examples, 500, 3);
  add_example(examples, 2, 500);
  BatchSampler sampler(examples, {.batch_tokens = 20});
  auto batches = next_epoch(sampler);
  std::sort(batches.begin(), batches.end());
  EXPECT_EQ(batches, (Batches{{0}, {1}, {2}}));
}

TEST(BatchSampler, OrdersAnEpochByItsSeedAndNumberOnly) {
  const auto examples = many_examples(300, {1.0, 0.5});
  BatchSampler first(examples, kOptions);
  BatchSampler second(examples, kOptions);
  next_batches(first, 5);
  first.seek({.epoch = 4, .batch = 0});
  for (int epoch = 0; epoch < 4; ++epoch) next_epoch(second);
  EXPECT_EQ(next_epoch(first), next_epoch(second));
}

TEST(BatchSampler, OrdersEpochsAndSeedsDifferently) {
  const auto examples = many_examples(300);
  BatchSampler sampler(examples, kOptions);
  const auto first = next_epoch(sampler);
  const auto second = next_epoch(sampler);
  EXPECT_NE(first, second);
  for (const uint64_t seed : {uint64_t{4}, kOptions.seed + (uint64_t{1} << 32)}) {
    BatchSampler other(examples, {.batch_tokens = 200, .seed = seed});
    EXPECT_NE(next_epoch(other), first) << seed;
  }
}

class BatchSamplerPosition : public testing::TestWithParam<SamplerOptions> {};

TEST_P(BatchSamplerPosition, GoesOnExactly) {
  const auto examples = many_examples(200, {1.0, 1.5, 0.5});
  BatchSampler whole(examples, GetParam());
  std::vector<SamplerPosition> positions;
  Batches batches;
  while (whole.position().epoch < 3) {
    positions.push_back(whole.position());
    batches.push_back(whole.next());
  }
  for (size_t from = 0; from < positions.size(); from += 5) {
    BatchSampler resumed(examples, GetParam());
    resumed.seek(positions[from]);
    for (size_t i = from; i < std::min(from + 20, batches.size()); ++i) {
      ASSERT_EQ(resumed.next(), batches[i]) << "from " << from;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(WithOneAndManyPools, BatchSamplerPosition,
                         testing::Values(kOptions, kOfPools));

TEST(BatchSampler, CountsUpTheEpochWithItsLastBatch) {
  const auto examples = many_examples(50);
  BatchSampler sampler(examples, kOptions);
  const auto count = sampler.batches_in_pool();
  next_batches(sampler, count - 1);
  EXPECT_EQ(sampler.position().epoch, 0);
  EXPECT_EQ(sampler.position().batch, count - 1);
  sampler.next();
  EXPECT_EQ(sampler.position().epoch, 1);
  EXPECT_EQ(sampler.position().batch, 0);
}

TEST(BatchSampler, RefusesAPositionThatTheEpochDoesNotHave) {
  const auto examples = many_examples(50);
  BatchSampler sampler(examples, kOptions);
  const auto count = sampler.batches_in_pool();
  test::thrown_error([&] { sampler.seek({.epoch = 0, .batch = count}); });
  test::thrown_error([&] { sampler.seek({.epoch = 2, .batch = -1}); });
  test::thrown_error([&] { sampler.seek({.epoch = 0, .pool = 1}); });
  test::thrown_error([&] { sampler.seek({.epoch = 0, .pool = -1}); });
}

TEST(BatchSampler, AlwaysHasABatch) {
  const auto examples = many_examples(3, {1e-9});
  BatchSampler sampler(examples, kOptions);
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(sampler.next().empty());
}

TEST(BatchSampler, BringsExamplesOfLikeLengthTogether) {
  const auto examples = many_examples(300);
  BatchSampler sampler(examples, {.batch_tokens = 300});
  auto batches = next_epoch(sampler);
  const auto length = [&](size_t example) {
    return std::pair(examples.target(example).size(), examples.source(example).size());
  };
  std::sort(batches.begin(), batches.end(), [&](const auto& a, const auto& b) {
    return std::pair(length(a.front()), length(a.back())) <
           std::pair(length(b.front()), length(b.back()));
  });
  auto longest = std::pair<size_t, size_t>(0, 0);
  for (const auto& batch : batches) {
    for (const size_t example : batch) {
      EXPECT_GE(length(example), longest);
      longest = length(example);
    }
  }
}

}  // namespace
}  // namespace regard::corpus
