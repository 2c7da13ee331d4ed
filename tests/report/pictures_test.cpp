#include "regard/report/pictures.h"

#include <gtest/gtest.h>

#include "regard/draw/line_chart.h"

namespace regard::report {
namespace {

std::string chart(const std::string& description) {
  const draw::LineChart curve{.series = {{.name = "a", .x = {1, 2, 3}, .y = {1, 4, 9}}}};
  return draw::draw(curve).svg(description);
}

TEST(PicturesOfAPage, AreItsChartsAsTheyWereDrawn) {
  const auto first = chart("Validation BLEU, over steps"), second = chart("Quality");
  const auto pictures = pictures_of("<body><p>" + first + "</p>" + second + "</body>");
  ASSERT_EQ(pictures.size(), 2U);
  EXPECT_EQ(pictures[0].name, "validation-bleu-over-steps");
  EXPECT_EQ(pictures[1].name, "quality");
  EXPECT_TRUE(first.starts_with(pictures[0].svg.substr(0, pictures[0].svg.size() - 1)));
  EXPECT_EQ(pictures[0].svg.substr(pictures[0].svg.size() - 7), "</svg>\n");
}

TEST(PicturesOfAPage, OfOneNameAreNumbered) {
  const auto pictures = pictures_of(chart("BLEU") + chart("BLEU") + chart("β"));
  ASSERT_EQ(pictures.size(), 3U);
  EXPECT_EQ(pictures[0].name, "bleu");
  EXPECT_EQ(pictures[1].name, "bleu-2");
  EXPECT_EQ(pictures[2].name, "picture");
}

TEST(PicturesOfAPage, AreNoneWhereOneHasNoEnd) {
  EXPECT_TRUE(pictures_of("no chart").empty());
  EXPECT_TRUE(pictures_of("<svg xmlns=\"x\"><svg></svg>").empty());
}

}  // namespace
}  // namespace regard::report
