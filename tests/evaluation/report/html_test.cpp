#include "report/comparison_sections.h"

#include <gtest/gtest.h>

#include <cmath>

namespace regard::report {
namespace {

// Which cells with these texts are marked, as a pattern such as "-x-".
std::string marked(const std::vector<std::string>& texts, const std::vector<double>& values,
                   bool higher_is_better = true) {
  Row row;
  for (const auto& text : texts) row.cells.push_back({.text = text});
  mark_best(row, values, higher_is_better);
  std::string marks;
  for (const auto& cell : row.cells) marks += cell.best ? 'x' : '-';
  return marks;
}

TEST(MarkBest, MarksTheHighestOrTheLowest) {
  EXPECT_EQ(marked({"1", "3", "2"}, {1, 3, 2}), "-x-");
  EXPECT_EQ(marked({"1", "3", "2"}, {1, 3, 2}, false), "x--");
}

TEST(MarkBest, MarksScoresThatReadTheSameAsEqual) {
  EXPECT_EQ(marked({"3.0", "3.0", "2.0"}, {3.01, 3.02, 2}), "xx-");
  EXPECT_EQ(marked({"3.0", "3.0"}, {3.01, 3.02}), "--");
}

TEST(MarkBest, LeavesOutUnknownScores) {
  EXPECT_EQ(marked({"3", "–", "2"}, {3, NAN, 2}), "x--");
  EXPECT_EQ(marked({"3", "–", "3"}, {3, NAN, 3}), "---");
  EXPECT_EQ(marked({"–", "–"}, {NAN, NAN}), "--");
}

TEST(TableHtml, EscapesItsTextsAndNamesItsColumnsAndRows) {
  const auto html =
      table_html({.caption = "a < b",
                  .head = {{"<i>"}, {"x&y", 8}},
                  .rows = {{.name = "\"n\"",
                            .meaning = "m>",
                            .cells = {{.text = "'1'", .small = "±", .best = true}}}}});
  for (const char* part : {"<caption>a &lt; b</caption>", "<th scope=\"col\">&lt;i&gt;</th>",
                           "<i class=\"swatch s1 hollow\"></i></span>x&amp;y</th>",
                           "<th scope=\"row\">&quot;n&quot;<small>m&gt;</small></th>",
                           "<td class=\"best\">&#39;1&#39;<small>±</small></td>"}) {
    EXPECT_NE(html.find(part), std::string::npos) << part << " in\n" << html;
  }
}

}  // namespace
}  // namespace regard::report
