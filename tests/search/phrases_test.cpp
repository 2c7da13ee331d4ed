#include "regard/search/phrases.h"

#include <gtest/gtest.h>

#include <vector>

namespace regard::search {
namespace {

using Ids = std::vector<int64_t>;

TEST(Phrases, AreCompleteWhenThereAreNone) {
  EXPECT_TRUE(Phrases().empty());
  EXPECT_TRUE(Phrases(std::vector<Ids>{{}}).empty());
  EXPECT_TRUE(Phrases().of(Ids{4, 5}).complete);
}

TEST(Phrases, WantTheNextTokenOfEachThatIsMissing) {
  const Phrases phrases({{4, 5, 6}, {7}});
  const auto progress = phrases.of(Ids{9, 4, 5});
  EXPECT_EQ(progress.next, (Ids{6, 7}));
  EXPECT_EQ(progress.tokens, 2);
  EXPECT_FALSE(progress.complete);
}

TEST(Phrases, AreMetWhereverTheyStand) {
  const Phrases phrases({{4, 5}, {7}});
  EXPECT_TRUE(phrases.of(Ids{7, 9, 4, 5, 9}).complete);
  EXPECT_EQ(phrases.of(Ids{7, 9, 4, 5, 9}).tokens, 3);
  EXPECT_EQ(phrases.of(Ids{4, 9, 5}).next, (Ids{4, 7}));
}

TEST(Phrases, GoOnWithTheLongestBeginning) {
  const Phrases phrases({{4, 4, 5}});
  EXPECT_EQ(phrases.of(Ids{4, 4}).next, Ids{5});
  EXPECT_EQ(phrases.of(Ids{4, 4, 4}).next, Ids{5});
  EXPECT_TRUE(phrases.of(Ids{4, 4, 4, 5}).complete);
}

}  // namespace
}  // namespace regard::search
