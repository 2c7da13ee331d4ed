#include "book/book_links.h"

#include <gtest/gtest.h>

#include "book/assets.h"
#include "claims/claim.h"
#include "regard/base/str.h"

namespace regard::book {
namespace {

TEST(BookLinks, FindSectionsButNotLongerNumbers) {
  EXPECT_TRUE(has_section("d2l 11.3.2; Britz et al. (2017)", "11.3"));
  EXPECT_TRUE(has_section("as in 11.3", "11.3"));
  EXPECT_FALSE(has_section("d2l 11.31", "11.3"));
  EXPECT_FALSE(has_section("d2l 211.3", "11.3"));
}

TEST(BookLinks, HaveTheVerdictOfEachClaim) {
  for (const auto& claim : claims::claims())
    EXPECT_FALSE(verdict_of(assets::kStudy, claim.title).empty()) << claim.title;
  EXPECT_EQ(verdict_of(assets::kStudy, "Dot products need 1/√d"), "holds");
  EXPECT_EQ(verdict_of(assets::kStudyZh, "点积需要1/√d"), "成立");
  EXPECT_EQ(verdict_of(assets::kStudy, "The moon is cheese"), "");
}

TEST(BookLinks, LeadFromSectionsToExercises) {
  const auto found = exercises_about(assets::kExercises, " 11.6");
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0], "2 ALiBi");
  EXPECT_TRUE(exercises_about(assets::kExercises, " 9.1").empty());
  EXPECT_EQ(exercises_about(assets::kExercisesZh, "（英文版11.6").size(), 3u);
  EXPECT_TRUE(exercises_about(assets::kExercisesZh, "（英文版9.1").empty())
      << "9.1 of the Chinese edition is another section";
}

}  // namespace
}  // namespace regard::book
