#include "findings/links_page.h"

#include <gtest/gtest.h>

#include "alignment/words.h"
#include "text/data_files.h"

namespace regard::findings {
namespace {

using alignment::words_between_blanks;
using test::data_lines;

TEST(LinksPage, DrawsEachPair) {
  const auto english = data_lines("alignment.en"), french = data_lines("alignment.fr");
  const auto gold = data_lines("alignment.gold");
  std::vector<DrawnPair> drawn;
  for (size_t pair = 0; pair < gold.size(); ++pair) {
    const auto links = alignment::parse_gold(gold[pair], "gold");
    const auto sources = words_between_blanks(english[pair]);
    const auto targets = words_between_blanks(french[pair]);
    drawn.push_back({.source = {sources.begin(), sources.end()},
                     .target = {targets.begin(), targets.end()},
                     .links = links.sure,
                     .gold = links});
  }
  const auto page = links_page("Links of <data>", drawn, std::nullopt);
  EXPECT_NE(page.find("Links of &lt;data&gt;"), std::string::npos);
  EXPECT_NE(page.find("id=\"pair-200\""), std::string::npos);
  EXPECT_NE(page.find("class=\"possible\""), std::string::npos);
  EXPECT_EQ(page.find("class=\"wrong\""), std::string::npos);
  EXPECT_EQ(page.find("<script"), std::string::npos);
}

}  // namespace
}  // namespace regard::findings
