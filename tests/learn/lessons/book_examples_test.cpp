#include "lessons/kernel_regression.h"

#include <gtest/gtest.h>
#include <torch/utils.h>

#include <cmath>

#include "ops/head_attention.h"

namespace regard::nn {
namespace {

// Every printed table is the masked softmax of its scores, to the four printed digits.
TEST(MaskedSoftmaxTables, AreTheSoftmaxOfTheirScores) {
  for (const auto& table : kMaskedSoftmaxTables) {
    const auto weights = ops::masked_softmax(table.scores(), table.mask()).view({4, 4});
    for (int64_t row = 0; row < 4; ++row) {
      for (int64_t key = 0; key < 4; ++key) {
        EXPECT_NEAR(weights[row][key].item<float>(),
                    table.weights[static_cast<size_t>(row)][static_cast<size_t>(key)], 6e-5)
            << table.edition << ' ' << row << ' ' << key;
      }
    }
  }
}

TEST(SmoothFunction, IsTheBooks) {
  const auto y = smooth_function(torch::tensor({0.0, 1.0, 4.0}, torch::kDouble));
  EXPECT_NEAR(y[0].item<double>(), 0, 1e-12);
  EXPECT_NEAR(y[1].item<double>(), 2 * std::sin(1.0) + 1, 1e-12);
  EXPECT_NEAR(y[2].item<double>(), 2 * std::sin(4.0) + std::pow(4.0, 0.8), 1e-12);
}

}  // namespace
}  // namespace regard::nn
