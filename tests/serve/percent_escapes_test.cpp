#include "serve/percent_escapes.h"

#include <gtest/gtest.h>

namespace regard::serve {
namespace {

TEST(PercentEscapes, BecomeBytes) {
  EXPECT_EQ(without_percent_escapes("a%20b%C3%a9+"), "a bé+");
  EXPECT_EQ(without_percent_escapes("%00%ff"), std::string("\0\xFF", 2));
  EXPECT_EQ(without_percent_escapes("%2541"), "%41") << "once only";
}

TEST(PercentEscapes, HaveTwoDigits) {
  for (const std::string text : {"%", "a%", "%4", "%%41", "%g0", "%0g", "%-1", "% 1"}) {
    EXPECT_FALSE(without_percent_escapes(text)) << text;
  }
}

}  // namespace
}  // namespace regard::serve
