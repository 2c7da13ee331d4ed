#include "base/readable.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "regard/base/limits.h"

namespace regard {
namespace {

TEST(Printable, TextStaysAsItIs) {
  EXPECT_EQ(printable("a.yaml:3: l'œuvre — 東京 🙂\nsecond line"),
            "a.yaml:3: l'œuvre — 東京 🙂\nsecond line");
}

TEST(Printable, CommandsToATerminalAreEscaped) {
  EXPECT_EQ(printable("\x1B[2J\r\t\x7F"), "\\x1B[2J\\x0D\\x09\\x7F");
  EXPECT_EQ(printable("\u009B31m"), "\\x9B31m");
  EXPECT_EQ(printable("abc\u202Edef\u2066"), "abc\\u202Edef\\u2066");
}

TEST(Printable, ResultsStayWholeExceptForCommandsToATerminal) {
  const std::string text = "a\tb\n" + std::string(10'000, 'x') + "\n" + std::string(1'000, '\n');
  EXPECT_EQ(printable_result(text), text);
  EXPECT_EQ(printable_result("\x1B]0;t\x07\r\n\u009Bm\u202E"),
            "\\x1B]0;t\\x07\\x0D\n\\x9Bm\\u202E");
  EXPECT_EQ(printable_result("l'œuvre — 東京 🙂"), "l'œuvre — 東京 🙂");
}

TEST(Printable, BytesThatAreNotUtf8AreEscaped) { EXPECT_EQ(printable("caf\xE9"), "caf\\xE9"); }

TEST(Printable, LongLinesLoseTheirMiddle) {
  const std::string value(50'000'000, 'x');
  EXPECT_EQ(printable("first\nb" + value + "e\nlast"), "first\nb" + std::string(999, 'x') +
                                                           " [... 49998002 bytes ...] " +
                                                           std::string(999, 'x') + "e\nlast");
}

TEST(Printable, LettersAreNotCutInTwo) {
  std::string value;
  for (int i = 0; i < 10'000; ++i) value += "é";
  EXPECT_EQ(printable("a" + value).find('\\'), std::string::npos);
}

TEST(Printable, ManyLinesAreCut) {
  const auto text = printable(std::string(100'000, '\n'));
  EXPECT_EQ(std::ranges::count(text, '\n'), limits::kMessageLines);
  EXPECT_TRUE(text.ends_with("[... more lines ...]"));
}

}  // namespace
}  // namespace regard
