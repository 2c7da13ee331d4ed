#include "search/request.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <vector>

namespace regard::search {
namespace {

using Ids = std::vector<int64_t>;

TEST(Phrases, AreCompleteWhenThereAreNone) {
  EXPECT_TRUE(Phrases().empty());
  EXPECT_TRUE(Phrases(std::vector<Ids>{{}}).empty());
  EXPECT_TRUE(Phrases().of(Ids{4, 5}).complete);
}

TEST(Phrases, RequireTheNextTokenOfEachMissingPhrase) {
  const Phrases phrases({{4, 5, 6}, {7}});
  const auto progress = phrases.of(Ids{9, 4, 5});
  EXPECT_EQ(progress.next, (Ids{6, 7}));
  EXPECT_EQ(progress.tokens, 2);
  EXPECT_FALSE(progress.complete);
}

TEST(Phrases, AreFoundAnywhere) {
  const Phrases phrases({{4, 5}, {7}});
  EXPECT_TRUE(phrases.of(Ids{7, 9, 4, 5, 9}).complete);
  EXPECT_EQ(phrases.of(Ids{7, 9, 4, 5, 9}).tokens, 3);
  EXPECT_EQ(phrases.of(Ids{4, 9, 5}).next, (Ids{4, 7}));
}

TEST(Phrases, AreMetAsOftenAsTheyAreListed) {
  const Phrases phrases({{4, 5}, {7}, {4, 5}});
  EXPECT_FALSE(phrases.of(Ids{4, 5, 7}).complete);
  EXPECT_EQ(phrases.of(Ids{4, 5, 7}).tokens, 3);
  EXPECT_EQ(phrases.of(Ids{4, 5, 7}).next, Ids{4});
  EXPECT_TRUE(phrases.of(Ids{4, 5, 7, 4, 5}).complete);
  EXPECT_FALSE(Phrases({{4, 4}, {4, 4}}).of(Ids{4, 4, 4}).complete) << "they do not overlap";
}

TEST(Phrases, ContinueWithTheLongestBeginning) {
  const Phrases phrases({{4, 4, 5}});
  EXPECT_EQ(phrases.of(Ids{4, 4}).next, Ids{5});
  EXPECT_EQ(phrases.of(Ids{4, 4, 4}).next, Ids{5});
  EXPECT_TRUE(phrases.of(Ids{4, 4, 4, 5}).complete);
}

/// Which tokens may come next. Tokens 0 and 1 continue a word, 2 to 4 begin one, and 4 ends a
/// sentence.
std::vector<bool> allowed(const Phrases& phrases, const Ids& tokens) {
  std::vector<float> log_probs(5, -1.0F);
  phrases.restrict_next(tokens, log_probs);
  std::vector<bool> allowed;
  for (const float one : log_probs) allowed.push_back(std::isfinite(one));
  return allowed;
}

TEST(Phrases, EndTheirWordsAndKeepTheSentenceOpen) {
  const auto edges = std::make_shared<const TokenEdges>(
      TokenEdges{.begins_word = {false, false, true, true, true},
                 .ends_sentence = {false, false, false, false, true}});
  const Phrases phrases(std::vector<Ids>{{2, 0}}, edges);
  EXPECT_EQ(allowed(phrases, {}), (std::vector{true, true, true, true, false}));
  EXPECT_EQ(allowed(phrases, {3, 2}), (std::vector{true, true, true, true, false}));
  EXPECT_EQ(allowed(phrases, {3, 2, 0}), (std::vector{false, false, true, true, true}));
  EXPECT_EQ(allowed(phrases, {2, 0, 3}), (std::vector{true, true, true, true, true}));
  EXPECT_EQ(allowed(Phrases(std::vector<Ids>{{2, 0}}), {2, 0}), std::vector<bool>(5, true));
}

TEST(Phrases, MayHaveTheMarkThatEndsASentence) {
  const auto edges = std::make_shared<const TokenEdges>(
      TokenEdges{.begins_word = {false, false, true, true, true},
                 .ends_sentence = {false, false, false, false, true}});
  EXPECT_EQ(allowed(Phrases(std::vector<Ids>{{2, 4}}, edges), {2}), std::vector<bool>(5, true));
}

}  // namespace
}  // namespace regard::search
