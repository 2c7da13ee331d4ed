#include "report/comparison_sections.h"

#include <gtest/gtest.h>

#include "draw/charts.h"

namespace regard::report {
namespace {

draw::Picture chart() {
  return draw::draw(draw::LineChart{.series = {{.name = "a", .x = {1, 2, 3}, .y = {1, 4, 9}}}});
}

TEST(PicturesOfAPage, AreItsChartsUnchanged) {
  Pictures pictures;
  const auto html = pictures.figure(chart(), "Validation BLEU, over steps", "Higher is better.");
  pictures.figure(chart(), "Quality", "");
  ASSERT_EQ(pictures.all().size(), 2U);
  const auto& [name, svg] = pictures.all()[0];
  EXPECT_EQ(name, "validation-bleu-over-steps");
  EXPECT_EQ(pictures.all()[1].name, "quality");
  EXPECT_EQ(svg, chart().svg("Validation BLEU, over steps"));
  EXPECT_NE(html.find(svg), std::string::npos);
  EXPECT_TRUE(svg.ends_with("</svg>\n")) << svg;
}

TEST(PicturesOfAPage, OfOneNameAreNumbered) {
  Pictures pictures;
  for (const char* description : {"BLEU", "BLEU", "β"}) pictures.figure(chart(), description, "");
  ASSERT_EQ(pictures.all().size(), 3U);
  EXPECT_EQ(pictures.all()[0].name, "bleu");
  EXPECT_EQ(pictures.all()[1].name, "bleu-2");
  EXPECT_EQ(pictures.all()[2].name, "picture");
}

}  // namespace
}  // namespace regard::report
