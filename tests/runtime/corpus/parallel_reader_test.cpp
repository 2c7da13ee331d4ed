#include "corpus/cleaning.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "corpus/corpus_fixtures.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"

namespace regard::corpus {
namespace {

using test::thrown_error;
using Pairs = std::vector<std::pair<std::string, std::string>>;

class ParallelReaderTest : public testing::Test {
 protected:
  config::ParallelText text(const std::string& source, const std::string& target) const {
    return two_files(folder.write("a.en", source), folder.write("a.fr", target));
  }
  config::ParallelText tsv(const std::string& content) const {
    return tsv_file(folder.write("a.tsv", content));
  }
  static Pairs read(const config::ParallelText& text) {
    Pairs pairs;
    for (auto& pair : read_parallel_text(text)) pairs.emplace_back(pair.source, pair.target);
    return pairs;
  }

  const test::TemporaryFolder folder;
};

TEST_F(ParallelReaderTest, PairsTheLinesOfTwoFiles) {
  EXPECT_EQ(read(text("one\ntwo\n", "un\r\ndeux")), (Pairs{{"one", "un"}, {"two", "deux"}}));
}

TEST_F(ParallelReaderTest, SkipsTheFirstPairs) {
  auto some = tsv("1\ta\n2\tb\n3\tc\n4\td\n");
  some.skip = 1;
  EXPECT_EQ(read(some), (Pairs{{"2", "b"}, {"3", "c"}, {"4", "d"}}));
  some.first = 2;
  EXPECT_EQ(read(some), (Pairs{{"2", "b"}, {"3", "c"}}));
  for (const int64_t skip : {4, 9}) {
    some.skip = skip;
    const auto error = thrown_error([&] { read(some); });
    EXPECT_EQ(error.problem(), "has 4 lines, but its skip is " + std::to_string(skip));
    EXPECT_EQ(error.where(), some.tsv);
  }
}

TEST_F(ParallelReaderTest, NamesUnsupportedLineEnds) {
  for (const auto& wrong : {tsv("1\ta\r2\tb\r"), text("1\r2\r", "a\rb\r"), text("1\r2", "a\nb\n"),
                            text("1\n2\n", "a\rb\r")}) {
    const auto error = thrown_error([&] { read(wrong); });
    EXPECT_NE(std::string(error.problem()).find("carriage returns"), std::string::npos)
        << error.problem();
  }
}

TEST_F(ParallelReaderTest, SplitsTheLinesOfATsv) {
  EXPECT_EQ(read(tsv("one\tun\ntwo\tdeux\r\n\t\n")),
            (Pairs{{"one", "un"}, {"two", "deux"}, {"", ""}}));
}

TEST_F(ParallelReaderTest, IgnoresFurtherColumnsOfATsv) {
  EXPECT_EQ(read(tsv("one\tun\tCC-BY\nme\ttwo\t\t\n")), (Pairs{{"one", "un"}, {"me", "two"}}));
}

TEST_F(ParallelReaderTest, KeepsUnusualSeparatorsInTheLine) {
  EXPECT_EQ(read(text("a\u2028b\nc\n", "d\ne\n")), (Pairs{{"a\u2028b", "d"}, {"c", "e"}}));
}

TEST_F(ParallelReaderTest, NamesBothCountsOfUnequalFiles) {
  for (const auto& [source, target, words] : {std::tuple{"1\n2\n3\n", "1\n", "has 3 lines, but "},
                                              {"1\n", "1\n2\n3\n4\n", "has 1 line, but "},
                                              {"", "1\n2", "has 0 lines, but "}}) {
    const auto unequal = text(source, target);
    const auto error = thrown_error([&] { read(unequal); });
    EXPECT_TRUE(std::string(error.problem()).starts_with(words + unequal.target))
        << error.problem();
    EXPECT_EQ(error.where(), unequal.source);
  }
  const auto error = thrown_error([&] { read(text("1\n", "1\n2\n3\n4\n")); });
  EXPECT_TRUE(std::string(error.problem()).ends_with(" has 4")) << error.problem();
}

TEST_F(ParallelReaderTest, NamesTheLineOfATsvWithoutTab) {
  const auto error = thrown_error([&] { read(tsv("one\tun\ntwo deux\n")); });
  EXPECT_EQ(error.where(), folder / "a.tsv" + ":2");
  EXPECT_EQ(error.problem(), "has no tab, but must be source<TAB>target");
}

TEST_F(ParallelReaderTest, NamesTheFileThatIsNotUtf8) {
  const auto error = thrown_error([&] { read(text("one\ntwo\n", "un\nd\xE9j\xE0\n")); });
  EXPECT_EQ(error.where(), folder / "a.fr" + ":2:2");
}

TEST_F(ParallelReaderTest, NamesTheFileThatIsMissing) {
  folder.write("a.en", "one\n");
  const auto missing = two_files(folder / "a.en", folder / "none.fr");
  EXPECT_EQ(thrown_error([&] { read(missing); }).where(), folder / "none.fr");
}

TEST_F(ParallelReaderTest, RefusesATextWithoutLines) {
  EXPECT_EQ(thrown_error([&] { read(text("", "")); }).where(), folder / "a.en");
  const auto error = thrown_error([&] { read(tsv("")); });
  EXPECT_EQ(error.problem(), "has no lines");
  EXPECT_EQ(error.where(), folder / "a.tsv");
}

TEST_F(ParallelReaderTest, StopsAfterTheRequestedPairs) {
  auto both = text("1\n2\n3\n", "a\nb\nc\n");
  both.first = 2;
  EXPECT_EQ(read(both), (Pairs{{"1", "a"}, {"2", "b"}}));
  both.first = 100;
  EXPECT_EQ(read(both).size(), 3U);
  auto one = tsv("1\ta\n2\tb\nno tab here\n");
  one.first = 2;
  EXPECT_EQ(read(one), (Pairs{{"1", "a"}, {"2", "b"}}));
}

TEST_F(ParallelReaderTest, ReadsNoFurtherThanTheRequestedPairs) {
  auto unequal = text("1\n2\n", "a\nb\nc\nd\n");
  unequal.first = 2;
  EXPECT_EQ(read(unequal).size(), 2U);
}

TEST_F(ParallelReaderTest, CountsLines) {
  ParallelReader reader(text("1\n2\n", "a\nb\n"));
  EXPECT_EQ(reader.line_number(), 0);
  LinePair pair;
  for (int64_t line = 1; reader.next(pair); ++line) EXPECT_EQ(reader.line_number(), line);
  EXPECT_EQ(reader.line_number(), 2);
}

}  // namespace
}  // namespace regard::corpus
