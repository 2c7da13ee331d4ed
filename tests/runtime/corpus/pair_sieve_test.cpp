#include "corpus/pair_sieve.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <string>

#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"

namespace regard::corpus {
namespace {

using namespace std::string_literals;

class PairSieve : public testing::Test {
 protected:
  SievedPairs sieve_tsv(const std::string& text, bool strict = false) const {
    return sieve({.tsv = folder_.write("pairs.tsv", text)}, strict);
  }
  Error error_of(const std::string& text, bool strict = false) const {
    return test::thrown_error([&] { sieve_tsv(text, strict); });
  }

  test::TemporaryFolder folder_;
};

struct BadLine {
  std::string line;
  Flaw flaw;
};

class PairSieveOfBadLines : public PairSieve, public testing::WithParamInterface<BadLine> {};

TEST_P(PairSieveOfBadLines, KeepsTheLinesAroundThem) {
  const auto sieved =
      sieve_tsv("a cat\tun chat\nZoé\tZoë\n" + GetParam().line + "\na dog\tun chien\n");
  ASSERT_EQ(sieved.pairs.size(), 3U);
  EXPECT_EQ(sieved.pairs[0].target, "un chat");
  EXPECT_EQ(sieved.pairs[2].source, "a dog");
  ASSERT_EQ(sieved.rejected.size(), 1U);
  EXPECT_EQ(sieved.rejected[0].number, 3);
  EXPECT_EQ(sieved.rejected[0].flaw, GetParam().flaw);
  EXPECT_EQ(sieved.rejected[0].line, GetParam().line);
  EXPECT_EQ(sieved.lines, 4);
}

INSTANTIATE_TEST_SUITE_P(Each, PairSieveOfBadLines,
                         testing::Values(BadLine{"", Flaw::empty}, BadLine{"   ", Flaw::empty},
                                         BadLine{"a\t", Flaw::empty}, BadLine{"\tb", Flaw::empty},
                                         BadLine{"a \t \tc", Flaw::empty},
                                         BadLine{"no tab", Flaw::no_tab},
                                         BadLine{"quit\tquitt\xE9", Flaw::not_utf8},
                                         BadLine{"no tab \xE9", Flaw::not_utf8},
                                         BadLine{"a\0b\tc"s, Flaw::nul_byte},
                                         BadLine{"a cat\tun chat", Flaw::repeated},
                                         BadLine{" a cat \t un chat \tby me", Flaw::repeated},
                                         BadLine{"Paris\tParis", Flaw::same},
                                         BadLine{std::string(3000, 'x') + "\ty", Flaw::too_long}));

TEST_F(PairSieve, DropsSidesOfTooManyWords) {
  std::string words;
  for (int word = 0; word < 900; ++word) words += "word ";
  EXPECT_EQ(sieve_tsv("a\tb\nc\t" + words + "\n").rejected.at(0).flaw, Flaw::too_long);
}

TEST_F(PairSieve, ReadsWindowsFilesWithAByteOrderMark) {
  const auto sieved = sieve_tsv(
      "\xEF\xBB\xBF"
      "a\tb\r\nc\td\r\n");
  ASSERT_EQ(sieved.pairs.size(), 2U);
  EXPECT_EQ(sieved.pairs[0].source + sieved.pairs[1].target, "ad");
  EXPECT_TRUE(sieved.rejected.empty());
}

TEST_F(PairSieve, ReadsTwoFiles) {
  const config::ParallelText text = {.source = folder_.write("a.en", "\xC3\xA9\n\nc\td\n\xE9\n"),
                                     .target = folder_.write("a.fr", "A\nB\nC\nD\n")};
  const auto sieved = sieve(text, false);
  ASSERT_EQ(sieved.pairs.size(), 2U);
  EXPECT_EQ(sieved.pairs[1].source, "c d");
  EXPECT_EQ(sieved.rejected.size(), 2U);
  folder_.write("a.fr", "A\nB\n");
  const auto error = test::thrown_error([&] { sieve(text, false); });
  EXPECT_EQ(error.problem(), "has 4 lines, but " + text.target + " has 2");
}

TEST_F(PairSieve, CountsFlawsAndNamesTheFirstLines) {
  std::string text = "é\tè\n";
  for (int line = 0; line < 7; ++line) text += "no tab\n";
  text += "\n";
  using Flaws = std::vector<std::pair<int64_t, std::string>>;
  EXPECT_EQ(sieve_tsv(text).flaws(),
            (Flaws{{1, "empty (line 9)"}, {7, "without a tab (lines 2, 3, 4, 5, 6, ...)"}}));
}

TEST_F(PairSieve, RefusesALineThatIsNotAPairIfStrict) {
  const auto no_tab = error_of("a\tb\nno tab\n", true);
  EXPECT_EQ(no_tab.where(), folder_ / "pairs.tsv:2");
  EXPECT_EQ(error_of("a\tb\nc\t\xE9\n", true).where(), folder_ / "pairs.tsv:2");
  EXPECT_EQ(sieve_tsv("a\tb\nc\t\n", true).pairs.size(), 1U);
}

TEST_F(PairSieve, AdvisesAConversionOnlyIfItSpoilsNoLine) {
  std::string latin1, mixed = "caf\xC3\xA9\tcaf\xC3\xA9s\n";
  for (int line = 0; line < 20; ++line) latin1 += "tea " + std::to_string(line) + "\tth\xE9\n";
  EXPECT_NE(error_of(latin1).remedy().find("latin1"), std::string::npos);
  EXPECT_EQ(sieve_tsv(mixed + latin1).pairs.size(), 1U);
  EXPECT_NE(error_of("\xFF\xFE"
                     "a\0\t\0b\0\n\0"s)
                .remedy()
                .find("UTF-16"),
            std::string::npos);
}

TEST_F(PairSieve, CountsLinesWithColumnsThatItDoesNotRead) {
  const auto sieved = sieve_tsv("a\tb\nc\td\tby me\ne\tf\t1\t2\n");
  ASSERT_EQ(sieved.pairs.size(), 3U);
  EXPECT_EQ(sieved.pairs[2].target, "f");
  EXPECT_EQ(sieved.more_columns, 2);
  EXPECT_EQ(sieved.first_with_more_columns, 2);
}

TEST_F(PairSieve, NamesLineEndsThatItDoesNotRead) {
  const auto error = error_of("a\tb\rc\td\r");
  EXPECT_NE(std::string(error.problem()).find("carriage returns"), std::string::npos);
}

TEST_F(PairSieve, RefusesWhatMightNeverEnd) {
  const auto pipe = folder_ / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string& path :
       {pipe, "/dev/zero"s, folder_ / "missing", folder_.path().string()}) {
    EXPECT_EQ(test::thrown_error([&] { sieve({.tsv = path}, false); }).where(), path);
  }
}

}  // namespace
}  // namespace regard::corpus
