#include "draw/charts.h"

#include <gtest/gtest.h>

#include <cmath>

namespace regard::draw {
namespace {

TEST(TerminalMap, HasAFullerBlockForALargerWeight) {
  const TerminalMap map{
      .rows = {"le", "chat"}, .columns = {"the", "é"}, .weights = {{1.0F, 0.0F}, {0.25F, 0.75F}}};
  EXPECT_EQ(terminal_text(map, 80),
            "     t\n"
            "     h\n"
            "     e é\n"
            "  le ██  \n"
            "chat ░░▓▓\n");
}

TEST(TerminalMap, LeavesOutColumnsThatDoNotFit) {
  const TerminalMap map{
      .rows = {"a"}, .columns = {"b", "c", "d", "e"}, .weights = {{1.0F, 1.0F, 1.0F, 1.0F}}};
  EXPECT_EQ(terminal_text(map, 7), "  b c\na ████…\n");
}

TEST(TerminalMap, TakesAnyWeight) {
  const TerminalMap map{.rows = {"a"}, .columns = {"b", "c"}, .weights = {{-1.0F, NAN}}};
  EXPECT_EQ(terminal_text(map, 80), "  b c\na     \n");
}

}  // namespace
}  // namespace regard::draw
