#include "reranking/reranker.h"

#include <gtest/gtest.h>

namespace regard::translate {
namespace {

Translation list_of(const std::vector<std::string>& texts) {
  Translation translation;
  for (const auto& text : texts) translation.n_best.push_back({.text = text});
  return translation;
}

std::vector<std::string> texts_of(const std::vector<Rated>& candidates) {
  std::vector<std::string> texts;
  for (const auto& one : candidates) texts.push_back(one.text);
  return texts;
}

using Texts = std::vector<std::string>;

TEST(Rated, ScoresAreWeightedSums) {
  EXPECT_DOUBLE_EQ(weighted_sum(Features{-1.0, -4.0, 3.0}, Features{1.0, 0.5, 0.25}), -2.25);
}

TEST(MergedTexts, HaveEachTextOnceInTheOrderOfTheLists) {
  const std::vector<Translation> lists = {list_of({"a", "b", "a"}), list_of({}),
                                          list_of({"c", "b", "d"})};
  EXPECT_EQ(merged_texts(lists), (Texts{"a", "b", "c", "d"}));
  EXPECT_TRUE(merged_texts({}).empty());
}

TEST(BestOf, IsTheFirstOfEquals) {
  const std::vector<Features> features = {{0.0, 1.0}, {1.0, 0.0}, {0.5, 0.5}, {0.0, 2.0}};
  EXPECT_EQ(best_of(features, Features{1.0, 1.0}), 3U);
  EXPECT_EQ(best_of(features, Features{2.0, 1.0}), 1U);
  EXPECT_EQ(best_of(features, Features{0.0, 0.0}), 0U);
}

TEST(Ranked, IsBestFirstAndKeepsTheOrderOfEquals) {
  const std::vector<Rated> candidates = {
      {"low", {1.0}}, {"one", {2.0}}, {"two", {2.0}}, {"high", {3.0}}};
  EXPECT_EQ(texts_of(ranked(candidates, Features{1.0})), (Texts{"high", "one", "two", "low"}));
  EXPECT_EQ(texts_of(ranked(candidates, Features{-1.0})), (Texts{"low", "one", "two", "high"}));
}

TEST(JoinedCandidates, AreTheBestCombinationsOfTheParts) {
  const std::vector<std::vector<Rated>> parts = {{{"a", {-1.0, 2.0}}, {"b", {-3.0, 0.0}}},
                                                 {{" c", {-2.0, 0.0}}, {"", {-2.5, 4.0}}}};
  const Features weights = {1.0, 0.0};
  const auto joined = joined_candidates(parts, weights, 3);
  EXPECT_EQ(texts_of(joined), (Texts{"a c", "a", "b c"}));  // sums -3, -3.5, -5; -5.5 is dropped
  EXPECT_EQ(joined[0].features, (Features{-1.5, 1.0}));
  EXPECT_EQ(joined[1].features, (Features{-1.75, 3.0}));
}

TEST(JoinedCandidates, OfOnePartAreItsOwn) {
  const std::vector<std::vector<Rated>> parts = {{{"b", {-3.0}}, {"a", {-1.0}}}};
  const auto joined = joined_candidates(parts, Features{1.0}, 9);
  EXPECT_EQ(texts_of(joined), (Texts{"a", "b"}));
  EXPECT_EQ(joined[0].features, Features{-1.0});
  EXPECT_TRUE(joined_candidates({}, Features{1.0}, 9).empty());
}

}  // namespace
}  // namespace regard::translate
