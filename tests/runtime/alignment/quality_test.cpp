#include "alignment/quality.h"

#include <gtest/gtest.h>

#include <string>

#include "support/base/thrown_error.h"

namespace regard::alignment {
namespace {

TEST(Quality, IsTheFormulaOfOchAndNey) {
  Quality quality;
  // A = {0-0, 1-2, 2-1, 3-3}, S = {0-0, 1-1, 3-3}, P = S and {1-2}.
  quality.add(from_pharaoh("0-0 1-2 2-1 3-3", "links"), parse_gold("1-1 2-2 4-4 2p3", "gold"));
  EXPECT_DOUBLE_EQ(quality.precision(), 3.0 / 4);
  EXPECT_DOUBLE_EQ(quality.recall(), 2.0 / 3);
  EXPECT_DOUBLE_EQ(quality.error_rate(), 1 - (2.0 + 3.0) / (4 + 3));
}

TEST(Quality, AddsUpOverPairsRatherThanAveraging) {
  Quality quality;
  quality.add(from_pharaoh("0-0", "links"), parse_gold("1-1", "gold"));
  quality.add({}, parse_gold("1-1 2-2 3-3", "gold"));
  EXPECT_DOUBLE_EQ(quality.recall(), 1.0 / 4);
  EXPECT_DOUBLE_EQ(quality.error_rate(), 1 - 2.0 / (1 + 4));
}

TEST(Quality, OfTheGoldAlignmentItselfHasNoErrors) {
  const auto gold = parse_gold("1-1 2p2 2-3", "gold");
  for (const auto* links : {&gold.sure, &gold.possible}) {
    Quality quality;
    quality.add(*links, gold);
    EXPECT_DOUBLE_EQ(quality.error_rate(), 0);
  }
}

TEST(Links, AreWrittenInTheFormatInWhichTheyAreRead) {
  EXPECT_EQ(to_pharaoh(from_pharaoh("1-2 0-0 1-2", "links")), "0-0 1-2");
  EXPECT_EQ(to_pharaoh({}), "");
  const auto gold = parse_gold("1-1 2p2", "gold");
  EXPECT_EQ(gold.sure, (Links{{0, 0}}));
  EXPECT_EQ(gold.possible, (Links{{0, 0}, {1, 1}}));
}

template <class Parse>
void expect_error_in_line_7(const Parse& parse) {
  const std::string message = test::thrown_error(parse).what();
  EXPECT_NE(message.find("links:7"), std::string::npos) << message;
}

TEST(Links, NameTheLineOfAMalformedLink) {
  for (const char* line : {"0-0 1:2", "0-0 1-", "0-0 -1-2", "0-0 1-2-3", "0-0 1p2"}) {
    expect_error_in_line_7([&] { from_pharaoh(line, "links:7"); });
  }
  for (const char* line : {"1-1 0-1", "1-1 1x1", "1-1 1"}) {
    expect_error_in_line_7([&] { parse_gold(line, "links:7"); });
  }
}

}  // namespace
}  // namespace regard::alignment
