#include "serve/request_body.h"

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

TEST(PercentEscapes, AreDecodedAmongInvalidOnes) {
  EXPECT_EQ(unescaped("100% %C3%A9 %4"), "100% \u00e9 %4");
}

TEST(PercentEscapes, AreWrittenForCharactersThatAnAddressCannotHave) {
  EXPECT_EQ(percent_escaped("a-b_c.d~9"), "a-b_c.d~9");
  EXPECT_EQ(percent_escaped("my notes?#\"\u00e9%/.txt"), "my%20notes%3F%23%22%C3%A9%25%2F.txt");
  for (int byte = 0; byte < 256; ++byte) {
    const std::string text(1, static_cast<char>(byte));
    EXPECT_EQ(without_percent_escapes(percent_escaped(text)), text);
  }
}

}  // namespace
}  // namespace regard::serve
