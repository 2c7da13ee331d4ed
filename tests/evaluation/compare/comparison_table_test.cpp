#include "compare/tables.h"

#include <gtest/gtest.h>

#include <sstream>

#include "base/utf8.h"
#include "compare/comparison_examples.h"

namespace regard::compare {
namespace {

constexpr std::size_t kColumns = 100;

void expect_fits(const std::string& table, std::size_t columns = kColumns) {
  std::istringstream lines(table);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(decode_utf8(line).size(), columns) << line;
  }
}

TEST(ComparisonTable, ShowsEverySection) {
  const auto table = to_table(comparison_with_all(), kColumns);
  expect_fits(table);
  EXPECT_TRUE(table.starts_with(
      "Take tf.\n  regard translate tf\n\nAll runs are of one config.\ntf is better.\nEverywhere.\n"
      "caution (seed): One seed only.\n"));
  for (const auto* part :
       {"32.00 ± 1.00", "+2.00 (0.010)", "+5.00 (0.020)", "10,960,000", "2.00 million",
        "5.00 million", "40.0", "1–5 ", "50.0", "\"le chat\" 2:0 of 3", "25.0 %", "1 (100.0 %)",
        "31.00, 0.0/s", "biggest wins of tf", "A note.", "All runs are of one config."}) {
    EXPECT_NE(table.find(part), std::string::npos) << part << " in\n" << table;
  }
}

TEST(ComparisonTable, HasNoNegativeZero) {
  auto comparison = comparison_with_all();
  for (auto& metric : comparison.metrics) {
    metric.scores = {30, 30};
    metric.pairs[0].difference = -0.001;
  }
  const auto table = to_table(comparison, kColumns);
  EXPECT_EQ(table.find("-0.00"), std::string::npos) << table;
  EXPECT_EQ(table.find("−0.00"), std::string::npos) << table;
}

TEST(ComparisonTable, FitsTheTerminalRegardlessOfNames) {
  auto comparison = comparison_with_all();
  comparison.systems[0].name = std::string(70, 'x');
  comparison.sentences[0].source = std::string(300, 'y');
  comparison.sentences[0].systems[1].hypothesis = "é " + std::string(300, 'z');
  for (const std::size_t columns : {80U, 100U, 130U}) {
    expect_fits(to_table(comparison, columns), columns);
  }
}

TEST(ComparisonTable, HasARowForEachOfManySystemsTheBestFirst) {
  auto comparison = comparison_with_all();
  while (comparison.systems.size() < 10) {
    comparison.systems.push_back({.name = "s" + std::to_string(comparison.systems.size())});
    for (auto& metric : comparison.metrics) {
      for (size_t other = 0; other < metric.scores.size(); ++other) {
        metric.pairs.push_back({.first = other, .second = metric.scores.size()});
      }
      metric.scores.push_back(20.0 + static_cast<double>(metric.scores.size()));
      metric.intervals.push_back({20, 1});
    }
    for (auto& slice : comparison.breakdowns[0].slices) slice.systems.emplace_back();
    comparison.words->buckets[0].systems.emplace_back();
    comparison.ngrams.emplace_back();
    comparison.traits.emplace_back();
    comparison.sentences[0].systems.push_back({.scores = {{kSentenceMetric, 0}}});
    comparison.biggest_wins.emplace_back();
    comparison.calibrations.emplace_back();
    comparison.search_errors.emplace_back();
    comparison.beam_curves.emplace_back();
  }
  const auto table = to_table(comparison, kColumns);
  expect_fits(table);
  size_t last = 0;
  for (const auto* row : {"\n95 % intervals          BLEU    is better)",
                          "\ntf              32.00 ± 1.00", "\nother           30.00 ± 1.00",
                          "\ns9              29.00 ± 1.00", "\ns2              22.00 ± 1.00"}) {
    const auto at = table.find(row);
    ASSERT_NE(at, std::string::npos) << row << " in\n" << table;
    EXPECT_GT(at, last) << row;
    last = at;
  }
}

}  // namespace
}  // namespace regard::compare
