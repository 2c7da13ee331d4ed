#include "corpus/cleaning.h"

#include <gtest/gtest.h>

#include <string>

namespace regard::corpus {
namespace {

TEST(Cleaning, KeepsPairsThatNoRuleForbids) {
  Cleaning cleaning({});
  for (int i = 0; i < 2; ++i) {
    EXPECT_TRUE(cleaning.keeps({"Paris", "Paris"}));
    EXPECT_TRUE(cleaning.keeps(128, 2));
  }
  EXPECT_EQ(cleaning.report().read, 2);
  EXPECT_EQ(cleaning.report().kept(), 2);
}

TEST(Cleaning, DropsPairsWithAnEmptySide) {
  Cleaning cleaning({});
  EXPECT_FALSE(cleaning.keeps({"", "un"}));
  EXPECT_FALSE(cleaning.keeps({"one", " \t "}));
  EXPECT_FALSE(cleaning.keeps(1, 5));  // all that the tokenizer left is EOS
  EXPECT_FALSE(cleaning.keeps(5, 1));
  EXPECT_TRUE(cleaning.keeps(2, 2));
  EXPECT_EQ(cleaning.report().empty, 4);
}

TEST(Cleaning, DropsLongPairs) {
  config::DataOptions options;
  options.max_length = 4;
  Cleaning cleaning(options);
  EXPECT_TRUE(cleaning.keeps(4, 4));
  EXPECT_FALSE(cleaning.keeps(5, 4));
  EXPECT_FALSE(cleaning.keeps(4, 5));
  EXPECT_EQ(cleaning.report().too_long, 2);
}

TEST(Cleaning, DropsPairsWhoseLengthsDifferTooMuch) {
  config::DataOptions options;
  options.max_length_ratio = 1.5;
  Cleaning cleaning(options);
  EXPECT_TRUE(cleaning.keeps(4, 6));
  EXPECT_TRUE(cleaning.keeps(6, 4));
  EXPECT_FALSE(cleaning.keeps(4, 7));
  EXPECT_FALSE(cleaning.keeps(7, 4));
  EXPECT_EQ(cleaning.report().ratio, 2);
}

TEST(Cleaning, DropsDuplicatePairsOnRequest) {
  config::DataOptions options;
  options.drop_duplicates = true;
  Cleaning cleaning(options);
  EXPECT_TRUE(cleaning.keeps({"one", "un"}));
  EXPECT_TRUE(cleaning.keeps({"one", "une"}));
  EXPECT_TRUE(cleaning.keeps({"on", "eun"}));
  EXPECT_FALSE(cleaning.keeps({"one", "un"}));
  EXPECT_EQ(cleaning.report().duplicates, 1);
}

TEST(Cleaning, DropsUntranslatedPairsOnRequest) {
  config::DataOptions options;
  options.drop_identical = true;
  Cleaning cleaning(options);
  EXPECT_FALSE(cleaning.keeps({"Paris", "Paris"}));
  EXPECT_TRUE(cleaning.keeps({"Paris", "paris"}));
  EXPECT_EQ(cleaning.report().identical, 1);
}

TEST(Cleaning, CountsAPairUnderTheFirstRuleThatDropsIt) {
  config::DataOptions options;
  options.drop_identical = options.drop_duplicates = true;
  options.max_length = 10;
  options.max_length_ratio = 2;
  Cleaning cleaning(options);
  EXPECT_FALSE(cleaning.keeps({"", ""}));    // empty, and also identical
  EXPECT_FALSE(cleaning.keeps({"a", "a"}));  // identical
  EXPECT_FALSE(cleaning.keeps({"a", "a"}));  // identical, and also a duplicate
  EXPECT_TRUE(cleaning.keeps({"a", "b"}));
  EXPECT_FALSE(cleaning.keeps(50, 2));  // too long, and too different in length
  const auto& report = cleaning.report();
  EXPECT_EQ(report.read, 4);
  EXPECT_EQ(report.empty, 1);
  EXPECT_EQ(report.identical, 2);
  EXPECT_EQ(report.duplicates, 0);
  EXPECT_EQ(report.too_long, 1);
  EXPECT_EQ(report.ratio, 0);
  EXPECT_EQ(report.kept(), 0);
}

TEST(CleaningReport, HasALineForEachRuleThatDroppedSomething) {
  const CleaningReport report = {
      .read = 1000, .empty = 2, .identical = 0, .duplicates = 30, .too_long = 4, .ratio = 5};
  EXPECT_EQ(report.table(),
            "      1000  training pairs read\n"
            "         2  dropped: a side is empty\n"
            "        30  dropped: seen before (data.drop_duplicates)\n"
            "         4  dropped: too many tokens (data.max_length)\n"
            "         5  dropped: lengths too different (data.max_length_ratio)\n"
            "       959  kept");
}

}  // namespace
}  // namespace regard::corpus
