#include "compare/tables.h"

#include <gtest/gtest.h>

#include <sstream>

#include "base/utf8.h"

namespace regard::compare {
namespace {

using Cells = std::vector<std::string>;

constexpr std::size_t kColumns = 100;

TEST(Shortened, CountsCharacters) {
  EXPECT_EQ(shortened("été", 3), "été");
  EXPECT_EQ(shortened("étés", 3), "ét…");
}

TEST(ShortenedName, KeepsBothEnds) {
  EXPECT_EQ(shortened_name("transformer-seed2", 17), "transformer-seed2");
  EXPECT_EQ(shortened_name("transformer-seed2", 14), "transfo…-seed2");
}

TEST(Wrapped, FillsLines) {
  std::string words;
  for (int i = 0; i < 60; ++i) words += "héros ";
  std::istringstream lines(wrapped(words, "- ", "  ", kColumns));
  std::string line;
  ASSERT_TRUE(std::getline(lines, line));
  EXPECT_EQ(decode_utf8(line).size(),
            97U);  // "- " and 16 words of 6 characters, without the last space
  EXPECT_TRUE(line.starts_with("- héros"));
  ASSERT_TRUE(std::getline(lines, line));
  EXPECT_TRUE(line.starts_with("  héros"));
  EXPECT_EQ(wrapped("", "- ", "", kColumns), "- \n");
}

TEST(PlainTable, AlignsColumnsAndStaysWithinTheTerminal) {
  EXPECT_EQ(plain_table({"", "rnn", "tf"}, {{"été", "1.5", "10.25"}, {"a", "x", ""}}, kColumns),
            "     rnn     tf\n"
            "été  1.5  10.25\n"
            "a      x\n");
  const auto table = plain_table({"", "a"}, {{std::string(200, 'x'), "1"}}, kColumns);
  std::istringstream lines(table);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(decode_utf8(line).size(), kColumns);
}

TEST(PlainTable, HasRoomIfItsFirstColumnKeepsSome) {
  const Cells head = {"a long first column", "1234567890", "1234567890"};
  EXPECT_TRUE(has_room(head, {}, 32));
  EXPECT_FALSE(has_room(head, {}, 31));
  EXPECT_TRUE(has_room({"a", "1234567890"}, {}, 13));
}

TEST(PlainTable, MayHaveAHeadOfSeveralLines) {
  EXPECT_EQ(plain_table({"a", "two\nlines"}, {{"b", "1"}}, kColumns),
            "     two\n"
            "a  lines\n"
            "b      1\n");
}

TEST(TurnedTables, HaveARowForEachColumn) {
  const auto table =
      turned_tables({"scores", "rnn", "transformer"},
                    {{"BLEU of the text", "1.5", "10.25"}, {"TER", "70", "60"}}, kColumns);
  EXPECT_EQ(table,
            "              BLEU of\n"
            "scores       the text  TER\n"
            "rnn               1.5   70\n"
            "transformer     10.25   60\n");
}

TEST(TurnedTables, ContinueBelowIfTheTerminalIsTooNarrow) {
  Cells head = {"many"};
  std::vector<Cells> rows;
  for (int i = 0; i < 12; ++i) head.push_back("system " + std::to_string(i));
  for (int i = 0; i < 15; ++i) rows.push_back(Cells(13, "1234567890"));
  const auto table = turned_tables(head, rows, kColumns);
  std::istringstream lines(table);
  size_t cells = 0, begun = 0;
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(decode_utf8(line).size(), kColumns);
    begun += line.starts_with("many") ? 1 : 0;
    for (size_t at = 0; (at = line.find("1234567890", at)) != std::string::npos; ++at) ++cells;
  }
  EXPECT_EQ(begun, 3U);        // tables with 6 columns
  EXPECT_EQ(cells, 15U * 13);  // 12 systems and labels
}

}  // namespace
}  // namespace regard::compare
