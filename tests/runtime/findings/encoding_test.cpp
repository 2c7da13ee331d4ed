#include "findings/encoding.h"

#include <gtest/gtest.h>

#include <string>

namespace regard::findings {
namespace {

/// Texts that were read in an encoding other than UTF-8, computed with Python's codecs.
TEST(EncodedOnce, ReversesEachEncoding) {
  const std::string cafe = "Un caf\u00E9 \u2026 d\u00E9j\u00E0 l\u2019\u00E9t\u00E9";
  for (const std::string misread :
       {"Un caf\u00C3\u00A9 \u00E2\u20AC\u00A6 d\u00C3\u00A9j\u00C3\u00A0 "
        "l\u00E2\u20AC\u2122\u00C3\u00A9t\u00C3\u00A9",
        "Un caf\u221A\u00A9 \u201A\u00C4\u00B6 d\u221A\u00A9j\u221A\u2020 "
        "l\u201A\u00C4\u00F4\u221A\u00A9t\u221A\u00A9",
        "Un caf\u251C\u2310 \u0393\u00C7\u00AA d\u251C\u2310j\u251C\u00E1 "
        "l\u0393\u00C7\u00D6\u251C\u2310t\u251C\u2310"}) {
    EXPECT_EQ(encoded_once(misread), cafe) << misread;
  }
}

TEST(EncodedOnce, ReversesRepeatedEncoding) {
  EXPECT_EQ(encoded_once("caf\u00C3\u0192\u00C2\u00A9"), "caf\u00E9");
  EXPECT_EQ(encoded_once("caf\u00C3\u0192\u00C6\u2019\u00C3\u201A\u00C2\u00A9"), "caf\u00E9");
}

TEST(EncodedOnce, LeavesTextsThatAreRight) {
  for (const std::string text :
       {"caf\u00E9", "\u221A2 is \u00AC\u2203", "\u251C\u2500 a\n\u2514\u2500 b",
        "\u0393 and \u0394", "\u00C3 caf\u00E9", ""}) {
    EXPECT_EQ(encoded_once(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace regard::findings
