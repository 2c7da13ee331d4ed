#include "trainer/model_sizes.h"

#include <gtest/gtest.h>

namespace regard::train {
namespace {

/// Matrix multiplication throughput of two cores of a server, in FLOP/s.
constexpr double kTwoCores = 600e9;
constexpr double kMinute = 60;
constexpr int64_t kMillionPairs = 992'885;

double parameters_for(int64_t pairs, double minutes, double flops_per_second = kTwoCores) {
  return size_for(
             {.pairs = pairs, .seconds = minutes * kMinute, .flops_per_second = flops_per_second})
      .parameters;
}

TEST(ModelSizes, GrowWithTheMinutesAndTheSpeedOfTheMachine) {
  double before = 0;
  for (const double minutes : {10.0, 150.0, 1000.0, 5000.0}) {
    const double now = parameters_for(kMillionPairs, minutes);
    EXPECT_GT(now, before) << minutes;
    EXPECT_EQ(now, parameters_for(kMillionPairs, 1, minutes * kTwoCores));
    before = now;
  }
}

TEST(ModelSizes, AreSmallForTwelveMinutesOfTwoCoresHoweverManyPairs) {
  EXPECT_LT(parameters_for(kMillionPairs, 12), 5e6);
  EXPECT_LT(parameters_for(100 * kMillionPairs, 12), 5e6);
}

TEST(ModelSizes, AreNoLargerThanThePairsAllow) {
  constexpr double kDay = 24 * 60;
  EXPECT_EQ(parameters_for(600, kDay), model_sizes()[0].parameters);
  EXPECT_EQ(parameters_for(15'000, kDay), model_sizes()[0].parameters);
  EXPECT_EQ(parameters_for(71'312, kDay), model_sizes()[2].parameters);
  EXPECT_EQ(parameters_for(400'000, kDay), model_sizes()[3].parameters);
}

TEST(ModelSizes, FollowFromThePairsWithoutALimitOfTime) {
  EXPECT_EQ(size_for({.pairs = kMillionPairs}).parameters, model_sizes().back().parameters);
}

TEST(ModelSizes, AreInOrder) {
  const auto sizes = model_sizes();
  for (size_t i = 1; i < sizes.size(); ++i) {
    EXPECT_GE(sizes[i].fewest_pairs, sizes[i - 1].fewest_pairs);
    EXPECT_GE(sizes[i].fewest_tokens, sizes[i - 1].fewest_tokens);
    EXPECT_TRUE(sizes[i].fewest_pairs > sizes[i - 1].fewest_pairs ||
                sizes[i].fewest_tokens > sizes[i - 1].fewest_tokens);
    EXPECT_GT(sizes[i].parameters, sizes[i - 1].parameters);
  }
}

TEST(ModelSizes, SayWhatTheNextWouldNeed) {
  const TrainingBudget budget = {
      .pairs = kMillionPairs, .seconds = 600, .flops_per_second = kTwoCores};
  EXPECT_EQ(
      reason_for(size_for(budget), budget),
      "a model of about 2.2 million parameters: 10 min 00 s of training are enough for about 11 "
      "million target tokens; the next size, 6.0 million, would read 4.0 million and needs "
      "10 million");
}

TEST(ModelSizes, CountThePreparationButTrainForHalfOfTheMinutes) {
  EXPECT_EQ(seconds_to_train(10, 90), 490);  // 20 to measure the model
  EXPECT_EQ(seconds_to_train(5, 90), 198);
  EXPECT_EQ(seconds_to_train(1, 90), 30);
  EXPECT_EQ(seconds_to_train(1, 0), 60);
}

TEST(ModelSizes, AlignMorePairsInMoreMinutes) {
  EXPECT_LT(pairs_to_align(0.5), pairs_to_align(1));
  EXPECT_EQ(pairs_to_align(10), pairs_to_align(1000));
  EXPECT_EQ(pairs_to_align(0), pairs_to_align(1000));
}

}  // namespace
}  // namespace regard::train
