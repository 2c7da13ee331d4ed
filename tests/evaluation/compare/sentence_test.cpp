#include "compare/sentence.h"

#include <gtest/gtest.h>

namespace regard::compare {
namespace {

std::vector<Sentence> sentences_with(const std::vector<std::vector<double>>& chrf) {
  std::vector<Sentence> sentences(chrf.size());
  for (size_t i = 0; i < chrf.size(); ++i) {
    for (const double score : chrf[i])
      sentences[i].systems.push_back({.scores = {{kSentenceMetric, score}}});
  }
  return sentences;
}

TEST(BiggestWins, AreOverTheBestOtherSystem) {
  const auto wins =
      biggest_wins(sentences_with({{50, 40, 45}, {90, 10, 20}, {30, 30, 0}, {10, 20, 80}}), 1);
  ASSERT_EQ(wins.size(), 3U);
  ASSERT_EQ(wins[0].wins.size(), 1U);
  EXPECT_EQ(wins[0].wins[0].sentence, 1U);
  EXPECT_EQ(wins[0].wins[0].lead, 70.0);
  EXPECT_TRUE(wins[1].wins.empty());
  EXPECT_EQ(wins[2].wins[0].sentence, 3U);
}

TEST(BiggestWins, OfNothingAreNone) { EXPECT_TRUE(biggest_wins({}).empty()); }

}  // namespace
}  // namespace regard::compare
