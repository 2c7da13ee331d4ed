#include "compare/seed_groups.h"

#include <gtest/gtest.h>

namespace regard::compare {
namespace {

config::Experiment experiment(int64_t seed, double learning_rate) {
  config::Experiment made;
  made.training.seed = seed;
  made.training.learning_rate = learning_rate;
  made.training.threads = seed;
  return made;
}

TEST(GroupsOfConfig, DifferOnlyInTheSeed) {
  const auto groups = groups_of_config(
      {experiment(1, 0.1), experiment(1, 0.2), experiment(2, 0.1), experiment(3, 0.1)});
  EXPECT_EQ(groups, (std::vector<std::vector<size_t>>{{0, 2, 3}, {1}}));
}

TEST(SummarizeGroups, GivesMeansDeviationsAndWhetherTheDifferenceSurvives) {
  const MetricScores bleu{.name = "BLEU", .scores = {30.0, 31.0, 29.0, 35.0, 36.0, 34.0}};
  const auto seeds =
      summarize_groups({"rnn-seed1", "rnn-seed2", "rnn-seed3", "tf/1", "tf/2", "tf/3"},
                       {{0, 1, 2}, {3, 4, 5}}, {bleu});
  ASSERT_EQ(seeds.groups.size(), 2U);
  EXPECT_EQ(seeds.groups[0].name, "rnn");
  EXPECT_EQ(seeds.groups[1].name, "tf");
  EXPECT_DOUBLE_EQ(seeds.groups[0].metrics[0].mean, 30.0);
  EXPECT_DOUBLE_EQ(seeds.groups[0].metrics[0].deviation.value(), 1.0);
  ASSERT_EQ(seeds.tests.size(), 1U);
  EXPECT_DOUBLE_EQ(seeds.tests[0].difference, 5.0);
  EXPECT_TRUE(seeds.tests[0].survives);
  EXPECT_EQ(seeds.sentence,
            "tf 35.00 ± 1.00 BLEU (3 runs) against rnn 30.00 ± 1.00 BLEU (3 runs): the difference "
            "of 5.00 persists over seeds (Welch's t-test, p = 0.004).");
}

TEST(SummarizeGroups, ReportsThatASingleRunIsNotEnough) {
  const MetricScores bleu{.name = "BLEU", .scores = {30.0, 31.0}};
  const auto seeds = summarize_groups({"a", "b"}, {{0}, {1}}, {bleu});
  EXPECT_FALSE(seeds.groups[0].metrics[0].deviation);
  EXPECT_EQ(seeds.groups[0].name, "a");
  EXPECT_NE(seeds.sentence.find("single run"), std::string::npos) << seeds.sentence;
}

}  // namespace
}  // namespace regard::compare
