#include "compare/plain_text.h"

#include <gtest/gtest.h>

#include <sstream>

#include "regard/base/utf8.h"

namespace regard::compare {
namespace {

TEST(Shortened, CountsCharacters) {
  EXPECT_EQ(shortened("été", 3), "été");
  EXPECT_EQ(shortened("étés", 3), "ét…");
}

TEST(Wrapped, FillsLines) {
  std::string words;
  for (int i = 0; i < 60; ++i) words += "héros ";
  std::istringstream lines(wrapped(words, "- ", "  "));
  std::string line;
  ASSERT_TRUE(std::getline(lines, line));
  EXPECT_EQ(decode_utf8(line).size(), 97U);  // "- " and 16 words of 6 without the last space
  EXPECT_TRUE(line.starts_with("- héros"));
  ASSERT_TRUE(std::getline(lines, line));
  EXPECT_TRUE(line.starts_with("  héros"));
  EXPECT_EQ(wrapped("", "- ", ""), "- \n");
}

TEST(PlainTable, AlignsColumnsAndStaysWithinTheTerminal) {
  EXPECT_EQ(plain_table({"", "rnn", "tf"}, {{"été", "1.5", "10.25"}, {"a", "x", ""}}),
            "     rnn     tf\n"
            "été  1.5  10.25\n"
            "a      x\n");
  const auto table = plain_table({"", "a"}, {{std::string(200, 'x'), "1"}});
  std::istringstream lines(table);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(decode_utf8(line).size(), kColumns);
}

}  // namespace
}  // namespace regard::compare
