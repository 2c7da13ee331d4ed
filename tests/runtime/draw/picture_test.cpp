#include "draw/picture.h"

#include <gtest/gtest.h>

#include <cmath>

#include "draw/page.h"
#include "support/base/xml.h"

namespace regard::draw {
namespace {

constexpr const char* kNasty = "a<b> & \"c\" 'd' \x01";

TEST(Picture, IsWellFormedRegardlessOfItsTexts) {
  Picture picture(100, 50);
  picture.text({1, 2}, kNasty, {.bold = true, .angle = -90});
  picture.text_on({1, 2}, kNasty, {});
  text_box(picture, {0, 0, 40, 20}, kNasty, "chosen");
  arrow(picture, {0, 0}, {10, 10}, "line s1 dashed");
  Picture outer(200, 100);
  outer.add(picture, {5, 6});
  outer.add_clipped(picture, {5, 6, 10, 10});
  const auto elements = test::Xml::parse(outer.svg(kNasty));
  EXPECT_EQ(elements.front().name, "svg");
  EXPECT_EQ(elements.front().attributes.at("viewBox"), "0 0 200 100");
  EXPECT_EQ(elements.front().attributes.at("aria-label"),
            "a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39; \uFFFD");
}

TEST(Picture, HasNoScriptAndLoadsNothing) {
  const std::string svg = Picture(10, 10).svg("empty");
  for (const char* loading : {"<script", "url(", "href", "@import", "onload"}) {
    EXPECT_EQ(svg.find(loading), std::string::npos) << loading;
  }
}

TEST(Picture, HasADarkFormOfItsColours) {
  EXPECT_NE(Picture(10, 10).svg("").find("prefers-color-scheme:dark"), std::string::npos);
}

TEST(Arrange, PutsPicturesInRowsAsHighAsTheHighest) {
  const std::vector<Picture> pictures = {Picture(100, 50), Picture(80, 70), Picture(90, 20)};
  const auto all = arrange(pictures, 2);
  EXPECT_EQ(all.width(), 180);
  EXPECT_EQ(all.height(), 90);
  const auto places = test::elements_of(all.svg(""), "g");
  ASSERT_EQ(places.size(), 3u);
  EXPECT_EQ(places[1].attributes.at("transform"), "translate(100 0)");
  EXPECT_EQ(places[2].attributes.at("transform"), "translate(0 70)");
}

TEST(Coordinate, HasAtMostTwoDecimals) {
  EXPECT_EQ(coordinate(12), "12");
  EXPECT_EQ(coordinate(-0.5), "-0.5");
  EXPECT_EQ(coordinate(1.0 / 3), "0.33");
  EXPECT_EQ(coordinate(-0.001), "0");
  EXPECT_EQ(coordinate(123456.789), "123456.79");
}

TEST(Label, ReadsAsAPersonWouldWriteIt) {
  EXPECT_EQ(label(0), "0");
  EXPECT_EQ(label(0.25), "0.25");
  EXPECT_EQ(label(-3), "−3");
  EXPECT_EQ(label(12345), "12345");
  EXPECT_EQ(label(1e6), "10⁶");
  EXPECT_EQ(label(2e-7), "2×10⁻⁷");
  EXPECT_EQ(label(9.9999e5), "10⁶");
  EXPECT_EQ(label(0.12345, 2), "0.12");
  EXPECT_EQ(label(NAN), "–");
}

TEST(TextWidth, CountsLettersNotBytes) {
  EXPECT_EQ(text_width("é"), text_width("e"));
  EXPECT_GT(text_width("MM"), text_width("ii"));
  EXPECT_EQ(text_width("abc", 24), 2 * text_width("abc", 12));
}

TEST(Wrap, BreaksBetweenWordsAndKeepsThemAll) {
  const std::string text = "one two three four";
  const auto lines = wrap(text, text_width("three four"));
  EXPECT_EQ(lines, (std::vector<std::string>{"one two", "three four"}));
  EXPECT_EQ(wrap("unbreakable", 1).size(), 1u);
  EXPECT_TRUE(wrap("", 100).empty());
}

TEST(Arrow, EndsAtItsTarget) {
  Picture picture(100, 100);
  arrow(picture, {0, 0}, {0, 50});
  const auto head = test::elements_of(picture.svg(""), "polygon", "axis-head");
  ASSERT_EQ(head.size(), 1u);
  EXPECT_EQ(head.front().attributes.at("points"), "0,50 -4,41 4,41");
}

TEST(Page, IsWellFormedAndSelfContained) {
  const auto html =
      page("<Figures>", "All & more",
           {{.name = "one", .title = kNasty, .sentence = "A < B", .svg = Picture(10, 10).svg("x")},
            {.name = "two", .title = "2", .sentence = "", .svg = Picture(10, 10).svg("y")}});
  EXPECT_EQ(test::elements_of(html, "svg").size(), 2u);
  EXPECT_EQ(test::elements_of(html, "section").front().attributes.at("id"), "one");
  EXPECT_EQ(test::elements_of(html, "a").front().attributes.at("href"), "#one");
  EXPECT_EQ(html.find("<script"), std::string::npos);
  EXPECT_EQ(html.find("src="), std::string::npos);
}

TEST(Picture, WithLinksIsAGroupForScreenReaders) {
  Picture inner(10, 10), outer(10, 10);
  inner.text({0, 0}, "a part");
  EXPECT_NE(inner.svg("").find("role=\"img\""), std::string::npos);
  outer.add_link(inner, "#part");
  EXPECT_NE(outer.svg("").find("role=\"group\""), std::string::npos);
}

}  // namespace
}  // namespace regard::draw
