#include "findings/scripts.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace regard::findings {
namespace {

TEST(Scripts, AreThoseOfMostLetters) {
  const std::vector<std::pair<std::string, std::string>> texts = {
      {"", ""},
      {"12 % \u2019", ""},
      {"Le caf\u00E9\u2019s", "Latin"},
      {"\u0416\u0438\u0432 a", "Cyrillic"},
      {"\u03B1\u1F70", "Greek"},
      {"\u0627\u0644\u0633", "Arabic"},
      {"\u3042\u4F60\uAC00", "East Asian"},
      {"\u0928\u092E", "Devanagari"},
  };
  for (const auto& [text, script] : texts) {
    EXPECT_EQ(main_script(text).name, script) << text;
  }
  const auto mixed = main_script("\u0416\u0438\u0432 a");
  EXPECT_EQ(mixed.letters, 3U);
  EXPECT_EQ(mixed.all_letters, 4U);
}

TEST(Scripts, BytesThatAreNotUtf8DoNotCount) { EXPECT_EQ(main_script("\xFF\xD0").all_letters, 0U); }

}  // namespace
}  // namespace regard::findings
