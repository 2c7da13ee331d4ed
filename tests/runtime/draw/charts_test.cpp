// Charts are read back from their SVG to check where each element is.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "draw/charts.h"
#include "draw/colours.h"
#include "draw/heatmap.h"
#include "draw/page.h"
#include "support/base/xml.h"

namespace regard::draw {
namespace {

using test::elements_of;
using test::texts_of;

bool contains(const std::vector<std::string>& texts, const std::string& text) {
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

std::vector<Point> points_of(const test::XmlElement& polyline) {
  std::vector<Point> points;
  std::istringstream text(polyline.attributes.at("points"));
  char comma = 0;
  for (Point point; text >> point.x >> comma >> point.y;) points.push_back(point);
  return points;
}

LineChart two_lines() {
  return {.title = "Squares",
          .x = {.title = "x (m)", .min = 0, .max = 4},
          .y = {.title = "y (s)", .min = 0, .max = 16},
          .series = {{.name = "square", .x = {0, 2, 4}, .y = {0, 4, 16}},
                     {.name = "flat", .x = {0, 4}, .y = {8, 8}, .dash = Dash::dashed}}};
}

// The plot is the inner <svg>, which clips the lines.
Box plot_of(const std::string& svg) {
  const auto plot = elements_of(svg, "svg")[1];
  return {plot.number("x"), plot.number("y"), plot.number("width"), plot.number("height")};
}

TEST(LineChart, PutsPointsWhereTheirValuesAre) {
  const auto svg = draw(two_lines()).svg("");
  const auto plot = plot_of(svg);
  const auto points = points_of(elements_of(svg, "polyline", "line s0").at(0));
  ASSERT_EQ(points.size(), 3u);
  constexpr double rounding = 0.02;  // two decimals
  EXPECT_NEAR(points[0].x, plot.x, rounding);
  EXPECT_NEAR(points[0].y, plot.bottom(), rounding);
  EXPECT_NEAR(points[1].x, plot.centre().x, rounding);
  EXPECT_NEAR(points[1].y, plot.bottom() - plot.height / 4, rounding);
  EXPECT_NEAR(points[2].x, plot.right(), rounding);
  EXPECT_NEAR(points[2].y, plot.y, rounding);
}

TEST(LineChart, HasTitlesUnitsAndALegend) {
  const auto texts = texts_of(draw(two_lines()).svg(""));
  for (const char* text : {"Squares", "x (m)", "y (s)", "square", "flat"}) {
    EXPECT_TRUE(contains(texts, text)) << text;
  }
}

TEST(LineChart, IsReadableAt600Pixels) {
  const auto svg = draw(two_lines()).svg("");
  EXPECT_EQ(elements_of(svg, "svg").front().number("width"), 600);
  for (const auto& text : elements_of(svg, "text")) {
    EXPECT_GE(text.number("font-size"), 11) << text.text;
    EXPECT_GE(text.number("x"), 0) << text.text;
    EXPECT_LE(text.number("x"), 600) << text.text;
  }
}

TEST(LineChart, BreaksALineWhereThereIsNoNumber) {
  LineChart chart = two_lines();
  chart.series = {{.x = {0, 1, 2, 3, 4}, .y = {1, 2, NAN, 3, 4}}};
  EXPECT_EQ(elements_of(draw(chart).svg(""), "polyline").size(), 2u);
}

TEST(LineChart, LeavesOutPointsBeyondItsLimitsAndZerosOfALogAxis) {
  LineChart chart = two_lines();
  chart.y = {.scale = Scale::log, .min = 1, .max = 100};
  chart.series = {{.x = {0, 1, 2, 9}, .y = {0, 1, 1000, 10}, .line = false, .points = true}};
  EXPECT_EQ(elements_of(draw(chart).svg(""), "circle").size(), 1u);
}

TEST(LineChart, RefusesASeriesWhoseXAndYDiffer) {
  LineChart chart = two_lines();
  chart.series[0].y.pop_back();
  EXPECT_THROW(draw(chart), std::invalid_argument);
}

TEST(LineChart, NamesItsTicks) {
  auto chart = two_lines();
  chart.x.ticks = {0, 2, 4};
  chart.x.tick_names = {"short", "middle", "long"};
  chart.values_on_hover = true;
  const auto svg = draw(chart).svg("");
  EXPECT_TRUE(contains(texts_of(svg), "middle"));
  EXPECT_NE(svg.find("square: 16 at long"), std::string::npos);
}

TEST(LineChart, TellsSeriesOfOneColourApart) {
  LineChart chart{.title = "many"};
  for (size_t i = 0; i <= kSeriesColours; ++i) {
    chart.series.push_back({.name = "s", .x = {0, 1}, .y = {0, 1}, .points = true});
  }
  const auto svg = draw(chart).svg("");
  EXPECT_EQ(elements_of(svg, "polyline", "line s0").size(), 2u);  // one of them dashed
  EXPECT_EQ(elements_of(svg, "polyline", "line s0 dashed").size(), 1u);
  EXPECT_FALSE(elements_of(svg, "polygon", "mark s0 hollow").empty());  // a diamond
}

TEST(IntervalChart, PutsValuesBetweenTheirEndsAfterTheirNames) {
  const IntervalChart chart{.title = "BLEU",
                            .x = {.title = "BLEU", .min = 0, .max = 10},
                            .rows = {{.name = "a", .value = 5, .low = 2, .high = 9},
                                     {.name = "transformer", .value = 3, .low = 3, .high = 3}},
                            .values_on_hover = true};
  const auto picture = draw(chart);
  const auto svg = picture.svg("");
  const auto whiskers = elements_of(svg, "line", "whisker");
  ASSERT_EQ(whiskers.size(), 6u);  // one line and two ends each
  const auto marks = elements_of(svg, "circle", "mark s0");
  ASSERT_EQ(marks.size(), 2u);
  const double low = whiskers[0].number("x1"), high = whiskers[0].number("x2");
  EXPECT_NEAR((marks[0].number("cx") - low) / (high - low), 3.0 / 7.0, 0.001);
  EXPECT_LT(marks[0].number("cy"), marks[1].number("cy"));
  EXPECT_TRUE(contains(texts_of(svg), "transformer"));
  EXPECT_NE(svg.find("a: 5 (2 to 9)"), std::string::npos);
  EXPECT_LT(marks[1].number("cy"), picture.height());
}

// 1, 10 and 100 are equally spaced, and the axis extends only slightly beyond them.
TEST(IntervalChart, LeavesLittleRoomOnALogarithmicAxis) {
  const double nan = std::nan("");
  const IntervalChart chart{.x = {.scale = Scale::log},
                            .rows = {{.name = "a", .value = 1, .low = nan, .high = nan},
                                     {.name = "b", .value = 10, .low = nan, .high = nan},
                                     {.name = "c", .value = 100, .low = nan, .high = nan}}};
  const auto marks = elements_of(draw(chart).svg(""), "circle", "mark s0");
  ASSERT_EQ(marks.size(), 3u);
  const double first = marks[0].number("cx"), last = marks[2].number("cx");
  EXPECT_NEAR(marks[1].number("cx") - first, last - marks[1].number("cx"), 0.02);
  EXPECT_GT(last - first, chart.width / 2);
}

TEST(LineChart, DrawsWithoutData) {
  EXPECT_NO_THROW(test::Xml::parse(draw(LineChart{.series = {{.name = "none"}}}).svg("")));
}

TEST(Colours, OfAHeatmapGetLighterEvenlyWithTheValue) {
  std::vector<double> steps;
  for (int i = 0; i < 16; ++i) {
    steps.push_back(colour_of((i + 1) / 16.0).lightness() - colour_of(i / 16.0).lightness());
  }
  EXPECT_GT(*std::min_element(steps.begin(), steps.end()), 0.03);
  EXPECT_LT(*std::max_element(steps.begin(), steps.end()), 0.07);
  EXPECT_EQ(colour_of(-1).hex(), colour_of(0).hex());
  EXPECT_EQ(colour_of(2).hex(), "#fde725");
}

Heatmaps one_map() {
  return {.title = "Weights",
          .maps = {{.values = {{0, 0.25, 0.75}, {1, NAN, 0.5}},
                    .rows = {.title = "queries", .labels = {"q1", "q2"}},
                    .columns = {.title = "keys", .labels = {"k<1>", "k2", "k3"}}}},
          .value_title = "attention weight",
          .show_values = true};
}

// The cells of the maps come before those of the color bar.
std::vector<test::XmlElement> cells_of(const std::string& svg, size_t count) {
  std::vector<test::XmlElement> cells;
  for (const auto& rectangle : elements_of(svg, "rect")) {
    if (rectangle.attributes.contains("fill")) cells.push_back(rectangle);
  }
  cells.resize(count);
  return cells;
}

TEST(Heatmap, ColoursEachCellByItsValueRowByRowFromTheTop) {
  const auto cells = cells_of(draw(one_map()).svg(""), 5);  // one is empty
  const std::vector<double> values = {0, 0.25, 0.75, 1, 0.5};
  for (size_t i = 0; i < values.size(); ++i) {
    EXPECT_EQ(cells[i].attributes.at("fill"), colour_of(values[i]).hex());
  }
  EXPECT_EQ(cells[0].number("y"), cells[2].number("y"));
  EXPECT_LT(cells[0].number("x"), cells[1].number("x"));
  EXPECT_LT(cells[2].number("y"), cells[3].number("y"));
  EXPECT_EQ(cells[0].number("x"), cells[3].number("x"));
}

TEST(Heatmap, SharesOneRangeAmongItsMaps) {
  const Heatmaps maps{.maps = {{.values = {{0, 1}}}, {.values = {{2, 4}}}}, .grid_columns = 2};
  const auto cells = cells_of(draw(maps).svg(""), 4);
  EXPECT_EQ(cells[1].attributes.at("fill"), colour_of(0.25).hex());
  EXPECT_EQ(cells[3].attributes.at("fill"), colour_of(1).hex());
}

TEST(Heatmap, SaysLabelsTitlesAndValues) {
  const auto texts = texts_of(draw(one_map()).svg(""));
  for (const char* text :
       {"Weights", "queries", "keys", "q1", "k&lt;1&gt;", "attention weight", "0.25"}) {
    EXPECT_TRUE(contains(texts, text)) << text;
  }
}

// Zeros and ones: a scale has no values to show between them.
TEST(Heatmap, NamesCategoriesInPlaceOfAColourBar) {
  const Heatmaps maps{.maps = {{.values = {{0, 1}}}}, .categories = {"closed", "open"}};
  const auto svg = draw(maps).svg("");
  std::vector<std::string> fills;
  for (const auto& rectangle : elements_of(svg, "rect")) {
    const auto fill = rectangle.attributes.find("fill");
    if (fill != rectangle.attributes.end()) fills.push_back(fill->second);
  }
  const auto closed = colour_of(0).hex(), open = colour_of(1).hex();
  EXPECT_EQ(fills, (std::vector<std::string>{closed, open, closed, open}));  // cells, then legend
  EXPECT_TRUE(contains(texts_of(svg), "open"));
}

TEST(Heatmap, ShowsAsManyDecimalsAsAskedFor) {
  auto maps = one_map();
  maps.maps[0].values = {{0.44, 0.5552, 0}};
  maps.maps[0].rows.labels.pop_back();
  maps.decimals = 4;
  EXPECT_TRUE(contains(texts_of(draw(maps).svg("")), "0.4400"));
}

TEST(Heatmap, TurnsLabelsThatAreWiderThanTheirCells) {
  auto maps = one_map();
  maps.maps[0].columns.labels = {"a", "b", "extraordinarily"};
  bool turned = false;
  for (const auto& text : elements_of(draw(maps).svg(""), "text")) {
    if (text.text == "extraordinarily") turned = text.attributes.contains("transform");
  }
  EXPECT_TRUE(turned);
}

TEST(Heatmap, NumbersCellsWithoutLabels) {
  Heatmaps maps{.maps = {{.values = Matrix(2, std::vector<double>(60, 0.5))}}, .map_height = 50};
  maps.maps[0].columns = {.first = 100};
  const auto texts = texts_of(draw(maps).svg(""));
  EXPECT_TRUE(contains(texts, "150"));
  EXPECT_FALSE(contains(texts, "160"));
}

TEST(Heatmap, RefusesLabelsAndRowsThatDoNotFit) {
  auto labels = one_map();
  labels.maps[0].rows.labels.pop_back();
  EXPECT_THROW(draw(labels), std::invalid_argument);
  auto rows = one_map();
  rows.maps[0].values[0].pop_back();
  EXPECT_THROW(draw(rows), std::invalid_argument);
  EXPECT_THROW(draw(Heatmaps{.maps = {{}}}), std::invalid_argument);
}

TEST(BarChart, DrawsBarsAsHighAsTheirValues) {
  const BarChart chart{
      .groups = {"short", "long"},
      .y = {.title = "BLEU", .min = 0, .max = 40},
      .bars = {{.name = "a", .values = {10, 20}}, {.name = "b", .values = {40, NAN}}}};
  const auto svg = draw(chart).svg("");
  auto bars = elements_of(svg, "rect", "mark s0");
  ASSERT_EQ(bars.size(), 3u);  // the first is the legend's
  EXPECT_NEAR(bars[2].number("height"), 2 * bars[1].number("height"), 0.02);
  bars = elements_of(svg, "rect", "mark s1");
  ASSERT_EQ(bars.size(), 2u);
  EXPECT_TRUE(contains(texts_of(svg), "long"));
}

BarChart bars_with_intervals() {
  return {.groups = {"short", "long"},
          .y = {.min = 0, .max = 40},
          .bars = {{.name = "a", .values = {20, 10}, .low = {15, NAN}, .high = {30, NAN}}}};
}

TEST(BarChart, DrawsAnIntervalFromItsLowToItsHighEnd) {
  const auto svg = draw(bars_with_intervals()).svg("");
  const auto whiskers = elements_of(svg, "line", "whisker");
  ASSERT_EQ(whiskers.size(), 3u);  // the interval and its two ends; the second bar has none
  const auto bar = elements_of(svg, "rect", "mark s0").at(1);
  const double pixels_a_unit = bar.number("height") / 20;
  constexpr double rounding = 0.02;
  EXPECT_NEAR(whiskers[0].number("y1") - whiskers[0].number("y2"), 15 * pixels_a_unit, rounding);
  EXPECT_NEAR(bar.number("y") - whiskers[2].number("y1"), 10 * pixels_a_unit, rounding);
}

TEST(BarChart, ReachesToTheEndsOfIntervals) {
  auto chart = bars_with_intervals();
  chart.y = {};
  chart.bars[0].high[0] = 1000;
  EXPECT_TRUE(contains(texts_of(draw(chart).svg("")), "1000"));
}

TEST(BarChart, ShowsTheValueUnderThePointer) {
  auto chart = bars_with_intervals();
  EXPECT_TRUE(elements_of(draw(chart).svg(""), "title").empty());
  chart.values_on_hover = true;
  const auto titles = elements_of(draw(chart).svg(""), "title");
  ASSERT_EQ(titles.size(), 2u);
  EXPECT_EQ(titles[0].text, "short, a: 20 (15 to 30)");
  EXPECT_EQ(titles[1].text, "long, a: 10");
}

TEST(LineChart, ShowsThePointUnderThePointer) {
  auto chart = two_lines();
  EXPECT_TRUE(elements_of(draw(chart).svg(""), "title").empty());
  chart.values_on_hover = true;
  const auto titles = elements_of(draw(chart).svg(""), "title");
  ASSERT_EQ(titles.size(), 5u);
  EXPECT_EQ(titles[1].text, "square: 4 at 2");
}

TEST(BarChart, RefusesTooFewValues) {
  EXPECT_THROW(draw(BarChart{.groups = {"a", "b"}, .bars = {{.values = {1}}}}),
               std::invalid_argument);
}

TEST(Table, SaysEveryCell) {
  const Table table{.title = "T", .head = {"layer", "cost"}, .rows = {{"RNN", "n d²"}}};
  const auto texts = texts_of(draw(table).svg(""));
  EXPECT_EQ(texts, (std::vector<std::string>{"T", "layer", "cost", "RNN", "n d²"}));
  EXPECT_THROW(draw(Table{.head = {"a"}, .rows = {{"1", "2"}}}), std::invalid_argument);
}

}  // namespace
}  // namespace regard::draw
