#include "lessons/depth.h"

#include <gtest/gtest.h>
#include <torch/utils.h>

#include <algorithm>
#include <numeric>

#include "nn/feed_forward.h"

namespace regard::nn {
namespace {

/// Matrices A for layers x A, whose derivative is A.
std::vector<torch::Tensor> matrices(int64_t count) {
  torch::manual_seed(6);
  std::vector<torch::Tensor> all;
  for (int64_t i = 0; i < count; ++i) all.push_back(0.3 * torch::randn({4, 4}, torch::kDouble));
  return all;
}

// The chain rule, with I + A for each residual connection.
TEST(GradientsByDepth, AreProductsOfTheLayersDerivatives) {
  for (const bool is_residual : {false, true}) {
    std::vector<DeepLayer> layers;
    for (const auto& a : matrices(5)) {
      const DeepLayer f = [a](const torch::Tensor& x) { return x.matmul(a); };
      layers.push_back(is_residual ? residual(f) : f);
    }
    const auto direction = torch::tensor({1.0, -2.0, 0.5, 3.0}, torch::kDouble);
    const auto found =
        gradients_by_depth(layers, torch::randn({1, 4}, torch::kDouble), direction.unsqueeze(0));
    const auto identity = torch::eye(4, torch::kDouble);
    auto gradient = direction;
    for (int64_t layer = 4; layer >= 0; --layer) {
      const auto a = matrices(5)[static_cast<size_t>(layer)];
      gradient = (is_residual ? identity + a : a).matmul(gradient);
      EXPECT_NEAR(found[static_cast<size_t>(layer)],
                  gradient.norm().item<double>() / direction.norm().item<double>(), 1e-10);
    }
  }
}

/// Gradient at the first of 32 feed-forward layers of 64 units.
double gradient_at_the_first(bool is_residual) {
  torch::manual_seed(7);
  std::vector<DeepLayer> layers;
  for (int layer = 0; layer < 32; ++layer) {
    FeedForward ffn(FeedForwardOptions{.input_size = 64, .hidden_size = 128, .output_size = 64});
    initialize(*ffn);
    const DeepLayer f = [ffn](const torch::Tensor& x) mutable { return ffn(x); };
    layers.push_back(is_residual ? residual(f) : f);
  }
  return gradients_by_depth(layers, torch::randn({8, 64}), torch::randn({8, 64})).front();
}

TEST(GradientsByDepth, VanishWithoutResidualConnections) {
  EXPECT_LT(gradient_at_the_first(false), 1e-4);
  EXPECT_GT(gradient_at_the_first(true), 1);
}

}  // namespace
}  // namespace regard::nn
