#include "cli/commands.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace regard::cli {
namespace {

size_t longest_line(const std::string& text) {
  size_t longest = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) longest = std::max(longest, line.size());
  return longest;
}

// Removes the spaces and line breaks that a narrow column needs.
std::string words(const std::string& text) {
  std::istringstream in(text);
  std::string all;
  for (std::string word; in >> word;) all += word + ' ';
  return all;
}

TEST(ArchitectureTable, FitsEightyColumnsWithANameInEachRow) {
  const auto table = architecture_table(80);
  EXPECT_LE(longest_line(table), 80U) << table;
  for (const auto& row : model::architectures()) {
    EXPECT_NE(table.find('\n' + row.name + ' '), std::string::npos) << table;
  }
}

TEST(ArchitectureTable, TakesALineForEachPaper) {
  const auto table = architecture_table(200);
  EXPECT_NE(table.find("one context vector  Sutskever et al., 2014;\n"), std::string::npos)
      << table;
  EXPECT_NE(table.find("  Cho et al., 2014\n"), std::string::npos) << table;
}

TEST(ArchitectureTable, CutsNothing) {
  for (const auto& row : model::architectures()) {
    const auto table = words(architecture_options(row, 80));
    for (const auto& option : row.options()) {
      EXPECT_NE(table.find(words(option.key + ' ' + option.sentence)), std::string::npos) << table;
    }
  }
}

TEST(ArchitectureTable, WrapsOptionsAtTheAvailableWidth) {
  const auto& row = model::architectures().front();
  EXPECT_LE(longest_line(architecture_options(row, 80)), 80U);
  const size_t wide = longest_line(architecture_options(row, 160));
  EXPECT_LE(wide, 160U);
  EXPECT_GT(wide, 130U);
}

}  // namespace
}  // namespace regard::cli
