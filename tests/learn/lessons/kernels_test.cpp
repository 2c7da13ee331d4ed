#include "lessons/kernels.h"

#include <gtest/gtest.h>
#include <torch/utils.h>

#include <cmath>

#include "lessons/kernel_regression.h"

namespace regard::nn {
namespace {

const torch::Tensor kAtQueries = torch::tensor({0.1, 1.4, 2.9}, torch::kDouble);
const torch::Tensor kAtKeys = torch::tensor({0.0, 0.6, 1.5, 2.2, 3.0}, torch::kDouble);
const torch::Tensor kAtValues = torch::tensor({1.0, -2.0, 0.5, 4.0, 3.0}, torch::kDouble);

double k(Kernel kernel, double u) {
  return kernel_of(kernel, torch::full({}, u, torch::kDouble)).item<double>();
}

TEST(Kernels, AreWhatTheirFormulasSay) {
  EXPECT_NEAR(k(Kernel::gaussian, 1), std::exp(-0.5) / std::sqrt(2 * M_PI), 1e-15);
  EXPECT_NEAR(k(Kernel::gaussian, 0), 0.3989, 1e-4);  // 1 / sqrt(2 pi)
  EXPECT_NEAR(k(Kernel::exponential, -2), std::exp(-2) / 2, 1e-15);
  EXPECT_EQ(k(Kernel::boxcar, 0.9), 1);
  EXPECT_EQ(k(Kernel::boxcar, 1.1), 0);
  EXPECT_NEAR(k(Kernel::epanechnikov, -0.3), 0.7, 1e-15);
  EXPECT_EQ(k(Kernel::epanechnikov, 1.3), 0);
}

TEST(Kernels, WeighTheValuesByTheirShareOfTheSum) {
  for (const auto kernel : kKernels) {
    const auto found = kernel_pooling(kernel, kAtQueries, kAtKeys, kAtValues);
    for (int64_t q = 0; q < 3; ++q) {
      double sum = 0, weighted = 0;
      for (int64_t i = 0; i < 5; ++i) {
        const double share = k(kernel, (kAtQueries[q] - kAtKeys[i]).item<double>());
        sum += share;
        weighted += share * kAtValues[i].item<double>();
      }
      EXPECT_NEAR(found.context[q].item<double>(), weighted / sum, 1e-12);
    }
  }
}

// The constant cancels: gaussian_pooling, a softmax, has none.
TEST(Kernels, LoseTheirConstantInTheShare) {
  const auto with = kernel_pooling(Kernel::gaussian, kAtQueries, kAtKeys, kAtValues);
  const auto without = gaussian_pooling(kAtQueries, kAtKeys, kAtValues);
  EXPECT_TRUE(with.weights.allclose(without.weights, 0, 1e-12));
}

TEST(Kernels, LeaveAQueryWithoutKeysInReachAtZero) {
  const auto far = torch::full({1}, 9.0, torch::kDouble);
  EXPECT_EQ(kernel_pooling(Kernel::boxcar, far, kAtKeys, kAtValues).context.item<double>(), 0);
}

}  // namespace
}  // namespace regard::nn
