#include "text/column_names.h"

#include <gtest/gtest.h>

namespace regard::text {
namespace {

TEST(NameColumns, TakesRolesAndTwoLanguages) {
  EXPECT_TRUE(name_columns("source", "target"));
  EXPECT_TRUE(name_columns(" Term ", "Translation"));
  EXPECT_TRUE(name_columns("English", "French"));
  EXPECT_TRUE(name_columns("fr", "en"));
  EXPECT_TRUE(name_columns("anglais", "français"));
}

TEST(NameColumns, LeavesTermsAndTheirTranslations) {
  EXPECT_FALSE(name_columns("French", "français"));
  EXPECT_FALSE(name_columns("English", "anglais"));
  EXPECT_FALSE(name_columns("cat", "chat"));
  EXPECT_FALSE(name_columns("source", "cause"));
  EXPECT_FALSE(name_columns("", ""));
}

}  // namespace
}  // namespace regard::text
