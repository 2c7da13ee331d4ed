// No text of a figure is cut off at the edge of its picture, or runs out of its cell.
#include "figures/drawn_texts.h"

#include <gtest/gtest.h>

#include "figures/figures.h"

namespace regard::figures {
namespace {

TEST(DrawnTexts, AreFoundWhereTheyAreDrawn) {
  draw::Picture inner(50, 40), picture(100, 60);
  inner.text({10, 20}, "ab", {.size = 10});
  inner.text({30, 30}, "ab", {.size = 10, .angle = -90});
  picture.add(inner, {40, 20});
  const auto [texts, cells] = test::AreasOfPicture::of(picture.svg(""));
  ASSERT_EQ(texts.size(), 2u);
  const double width = draw::text_width("ab", 10);
  EXPECT_NEAR(texts[0].left, 50, 1e-9);
  EXPECT_NEAR(texts[0].right, 50 + width, 1e-9);
  EXPECT_NEAR(texts[0].bottom, 40, 1e-9);
  EXPECT_NEAR(texts[1].top, 50 - width, 1e-9);
  EXPECT_NEAR(texts[1].left, 63, 1e-9);  // turned left: its top is on the left
}

TEST(DrawnTexts, ThatLeaveThePictureOrTheirCellAreNamed) {
  draw::Picture picture(100, 60);
  picture.text({60, 30}, "much too long a text");
  picture.text({5, 30}, "short");
  picture.cell({0, 40, 20, 20}, {});
  picture.text_on({10, 54}, "−0.000312", {});
  EXPECT_EQ(test::misplaced_texts(picture),
            (std::vector<std::string>{"much too long a text", "−0.000312"}));
}

class DrawnTextsOf : public testing::TestWithParam<Figure> {};

TEST_P(DrawnTextsOf, StayInThePictureAndInTheirCells) {
  for (const auto language : {Language::en, Language::zh}) {
    EXPECT_EQ(test::misplaced_texts(picture_of(GetParam(), language)), std::vector<std::string>());
  }
}

/// Figures that do not train for long.
std::vector<Figure> quick_figures() {
  std::vector<Figure> quick;
  for (const auto& figure : figures()) {
    if (figure.seconds == 0) quick.push_back(figure);
  }
  return quick;
}

INSTANTIATE_TEST_SUITE_P(, DrawnTextsOf, testing::ValuesIn(quick_figures()), [](const auto& info) {
  std::string name(info.param.name);
  std::ranges::replace(name, '-', '_');
  return name;
});

}  // namespace
}  // namespace regard::figures
