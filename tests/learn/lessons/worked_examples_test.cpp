#include "lessons/worked_examples.h"

#include <gtest/gtest.h>
#include <torch/utils.h>

#include <cmath>
#include <regex>

#include "support/base/temporary_folder.h"
#include "support/golden.h"
#include "support/golden_tensors.h"

namespace regard::nn {
namespace {

using test::tensors_near;

constexpr double kNear = 1e-5;

torch::Tensor table(const WorkedExample& example, const std::string& name) {
  for (const auto& table : example.tables) {
    if (table.name == name) return table.values;
  }
  ADD_FAILURE() << "no table " << name;
  return {};
}

std::string without_spaces(std::string text) {
  return std::regex_replace(text, std::regex("\\s"), "");
}

/// The source without its probes: REGARD_OBSERVED("name", x) becomes x).
std::string source_of(const WorkedExample& example) {
  auto text = test::content_of(test::source_folder() / example.file);
  text = std::regex_replace(text, std::regex("REGARD_OBSERVED\\(\\s*\"[^\"]*\",\\s*"), "");
  return without_spaces(text);
}

TEST(WorkedExamples, CiteTheSourceThatComputesThem) {
  for (const auto& example : worked_examples()) {
    EXPECT_NE(source_of(example).find(without_spaces(example.expression)), std::string::npos)
        << example.title;
  }
}

TEST(WorkedExamples, HaveTablesWithNamesForAllRowsOrNone) {
  for (const auto& example : worked_examples()) {
    EXPECT_GE(example.tables.size(), 4U) << example.title;
    for (const auto& [name, values, row_axis, column_axis, rows, columns] : example.tables) {
      ASSERT_EQ(values.dim(), 2) << name;
      EXPECT_TRUE(rows.empty() || std::ssize(rows) == values.size(0)) << name;
      EXPECT_TRUE(columns.empty() || std::ssize(columns) == values.size(1)) << name;
    }
  }
}

TEST(WorkedExamples, OfOneQueryAreComputedByHand) {
  const auto example = one_query_of_four_keys();
  EXPECT_TRUE(
      tensors_near(table(example, "q Kᵀ"), torch::tensor({{0.0F, 2.0F, 4.0F, 6.0F}}), kNear));
  double sum = 0;
  for (int score = 0; score < 4; ++score) sum += std::exp(score);
  const auto weights = table(example, "weights α");
  for (int key = 0; key < 4; ++key) {
    EXPECT_NEAR(weights[0][key].item<double>(), std::exp(key) / sum, kNear);
  }
  EXPECT_NEAR(weights[0][3].item<double>(), 0.6439, 1e-4);
  const auto output = table(example, "output α V");
  EXPECT_NEAR(output[0][0].item<double>(), (1 + 2 * std::exp(2)) / sum, kNear);
  EXPECT_NEAR(output[0][1].item<double>(), (std::exp(1) + 2 * std::exp(3)) / sum, kNear);
}

TEST(WorkedExamples, OfMaskedSoftmaxDivideByTheSumOfWhatCounts) {
  const auto example = masked_softmax_steps();
  const auto shares = table(example, "exp(a), masked"), sums = table(example, "their sum");
  EXPECT_NEAR(sums[0][0].item<double>(), std::exp(1) + std::exp(2), 1e-4);
  EXPECT_NEAR(sums[1][0].item<double>(), std::exp(1) + std::exp(2) + std::exp(3), 1e-4);
  EXPECT_TRUE(tensors_near(table(example, "weights α"), shares / sums, kNear));
}

// For (1, 2), μ = 1.5 and σ = 0.5.
TEST(WorkedExamples, OfLayerNormalizationHaveMeanAndDeviation) {
  const auto example = layer_norm_steps();
  EXPECT_TRUE(tensors_near(table(example, "mean μ"), torch::tensor({{1.5F}, {2.5F}}), kNear));
  EXPECT_TRUE(tensors_near(table(example, "deviation σ"), torch::tensor({{0.5F}, {0.5F}}), kNear));
  EXPECT_TRUE(tensors_near(table(example, "(x − μ) / σ"),
                           torch::tensor({{-1.0F, 1.0F}, {-1.0F, 1.0F}}), 1e-4));
}

// The book's example: weights of 0.1 for 0, ..., 9 and for 10, ..., 19 give [[4.5]] and [[14.5]].
TEST(WorkedExamples, OfBatchProductsAreMeans) {
  const auto example = batch_products();
  EXPECT_NEAR(table(example, "product 1").item<double>(), 4.5, kNear);
  EXPECT_NEAR(table(example, "product 2").item<double>(), 14.5, kNear);
}

TEST(FeedForwardViews, AreOneFunction) {
  torch::manual_seed(5);
  FeedForward ffn(FeedForwardOptions{.input_size = 6, .hidden_size = 9, .output_size = 6});
  const auto x = torch::randn({7, 6});
  const auto expected = ffn(x).detach();
  EXPECT_TRUE(tensors_near(by_convolutions(*ffn, x), expected, kNear));
  EXPECT_TRUE(tensors_near(memory_of(*ffn).read(x), expected, kNear));
  EXPECT_TRUE(tensors_near(table(feed_forward_views(), "two convolutions"),
                           table(feed_forward_views(), "network"), kNear));
}

}  // namespace
}  // namespace regard::nn
