#include "draw/charts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>
#include <stdexcept>

namespace regard::draw {
namespace {

constexpr TerminalSize kSmall{.columns = 30, .rows = 4};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

size_t characters(const std::string& text) {
  size_t count = 0;
  for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80 ? 1 : 0;
  return count;
}

TEST(TerminalChart, DrawsARisingLineFromBottomLeftToTopRight) {
  const LineChart chart{.title = "loss", .series = {{.x = {0, 1}, .y = {0, 1}}}};
  const auto lines = lines_of(terminal_text(chart, kSmall));
  ASSERT_EQ(lines.size(), 7U);  // title, rows, axis, tick labels
  EXPECT_EQ(lines[0], "loss");
  // The first dot is the lowest in the left column of its character (dot 7), the last one the
  // highest in the right column (dot 4).
  const auto first_of = [](const std::string& line, const std::string& edge) {
    return line.substr(line.find(edge) + edge.size(), 3);
  };
  const std::string bottom = first_of(lines[4], "┤");
  EXPECT_TRUE(static_cast<unsigned char>(bottom[1]) & 0x01) << "dot 7";
  EXPECT_EQ(lines[1].substr(0, 4), "  1 ");
  EXPECT_EQ(characters(lines[1]), 30U);
  EXPECT_TRUE(static_cast<unsigned char>(lines[1].back()) & 0x08) << "dot 4";
}

TEST(TerminalChart, FitsTheAvailableColumns) {
  const LineChart chart{.x = {.title = "steps"}, .series = {{.x = {0, 1e6}, .y = {0.001, 123456}}}};
  for (const int columns : {30, 60, 100}) {
    for (const auto& line : lines_of(terminal_text(chart, {.columns = columns, .rows = 5}))) {
      EXPECT_LE(characters(line), static_cast<size_t>(columns)) << line;
    }
  }
}

TEST(TerminalChart, NamesSeveralSeriesByLetters) {
  const LineChart chart{.series = {{.name = "first", .x = {0, 1}, .y = {0, 1}},
                                   {.name = "second", .x = {0, 1}, .y = {1, 0}}}};
  const auto text = terminal_text(chart, kSmall);
  EXPECT_NE(text.find("\n  a first\n  b second\n"), std::string::npos) << text;
  const auto lines = lines_of(text);
  EXPECT_EQ(lines[0].back(), 'a') << text;  // the first series ends at the top
  EXPECT_EQ(lines[3].back(), 'b') << text;
  EXPECT_EQ(text.find('\033'), std::string::npos);
}

TEST(TerminalChart, ColorsSeriesIfColorsAreAllowed) {
  const LineChart chart{.series = {{.name = "one", .x = {0, 1}, .y = {0, 1}}}};
  EXPECT_NE(terminal_text(chart, {.columns = 30, .rows = 4, .colour = true}).find("\033[34m"),
            std::string::npos);
}

TEST(TerminalChart, BreaksTheLineWhereThereIsNoNumber) {
  const LineChart whole{.series = {{.x = {0, 1, 2}, .y = {1, 1, 1}}}};
  const LineChart broken{.series = {{.x = {0, 1, 2}, .y = {1, std::nan(""), 1}}}};
  EXPECT_GT(terminal_text(whole, kSmall).size(), terminal_text(broken, kSmall).size())
      << "where nothing is drawn there are spaces";
}

TEST(TerminalChart, ShowsASinglePointAndNothing) {
  EXPECT_NO_THROW(terminal_text({.series = {{.x = {5}, .y = {7}}}}, kSmall));
  EXPECT_NO_THROW(terminal_text({}, kSmall));
}

TEST(TerminalChart, RefusesSeriesOfUnequalSides) {
  EXPECT_THROW(terminal_text({.series = {{.x = {1, 2}, .y = {1}}}}, kSmall), std::invalid_argument);
}

}  // namespace
}  // namespace regard::draw
