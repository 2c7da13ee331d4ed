#include "compare/breakdown.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "metrics/bleu.h"
#include "metrics/chrf.h"

namespace regard::compare {
namespace {

TEST(ScoreSlices, ScoresAPartAsATextOfItsOwn) {
  const std::vector<std::string> references = {"a b c d e", "f g h i j", "k l m n o"};
  const std::vector<std::vector<std::string>> systems = {{"a b c d x", "f g h i j", "k l m n"},
                                                         {"a b c d e", "x g h i j", "k l m n o"}};
  const auto slices =
      score_slices({{"outer", {0, 2}}, {"none", {}}, {"all", {0, 1, 2}}}, systems, references);
  ASSERT_EQ(slices.size(), 3U);
  EXPECT_EQ(slices[0].sentences, 2U);
  ASSERT_EQ(slices[0].systems.size(), 2U);
  for (size_t system = 0; system < 2; ++system) {
    const std::vector<std::string> outer = {systems[system][0], systems[system][2]};
    const std::vector<std::string> outer_references[] = {{references[0], references[2]}};
    EXPECT_DOUBLE_EQ(slices[0].systems[system].bleu,
                     metrics::corpus_bleu(outer, outer_references).score);
    EXPECT_DOUBLE_EQ(slices[0].systems[system].chrf, metrics::corpus_chrf(outer, outer_references));
  }
  EXPECT_EQ(slices[1].sentences, 0U);
  EXPECT_TRUE(slices[1].systems.empty());
}

TEST(ScoreSlices, HaveAnIntervalIfTheyAreLargeEnough) {
  const std::vector<std::string> references(kLeastSentences, "a b c d e");
  auto half = references;
  std::fill_n(half.begin(), kLeastSentences / 2, "a b c d x");
  std::vector<std::size_t> all(kLeastSentences);
  std::iota(all.begin(), all.end(), 0);
  const auto slices = score_slices(
      {{"all", all}, {"fewer", std::vector(all.begin() + 1, all.end())}}, {half}, references);
  ASSERT_TRUE(slices[0].systems[0].bleu_interval);
  EXPECT_GT(slices[0].systems[0].bleu_interval->half_width, 0.0);
  EXPECT_FALSE(slices[1].systems[0].bleu_interval);
}

}  // namespace
}  // namespace regard::compare
