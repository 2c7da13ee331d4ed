// The gold alignment in data/ matches its description in data/README.md.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "alignment/links.h"
#include "alignment/words.h"
#include "text/data_files.h"

namespace regard::alignment {
namespace {

using test::data_lines;

class AlignmentData : public testing::Test {
 protected:
  std::vector<std::string> english = data_lines("alignment.en");
  std::vector<std::string> french = data_lines("alignment.fr");
  std::vector<std::string> gold = data_lines("alignment.gold");
};

TEST_F(AlignmentData, HasTwoHundredDifferentPairs) {
  EXPECT_EQ(english.size(), 200U);
  EXPECT_EQ(french.size(), 200U);
  EXPECT_EQ(gold.size(), 200U);
  EXPECT_EQ(std::set(english.begin(), english.end()).size(), 200U);
}

TEST_F(AlignmentData, HasLinksBetweenWordsOfThePair) {
  for (size_t pair = 0; pair < gold.size(); ++pair) {
    const auto sources = words_between_blanks(english[pair]).size();
    const auto targets = words_between_blanks(french[pair]).size();
    const auto links = parse_gold(gold[pair], std::to_string(pair));
    EXPECT_FALSE(links.sure.empty()) << english[pair];
    for (const auto& [source, target] : links.possible) {
      EXPECT_LT(static_cast<size_t>(source), sources) << english[pair];
      EXPECT_LT(static_cast<size_t>(target), targets) << french[pair];
    }
  }
}

TEST_F(AlignmentData, IsCutIntoWordsAsAlignDoes) {
  for (const auto* side : {&english, &french}) {
    for (const auto& line : *side) EXPECT_EQ(words_of(line), words_between_blanks(line));
  }
}

}  // namespace
}  // namespace regard::alignment
