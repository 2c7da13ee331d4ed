#include "lessons/autoregression.h"

#include <torch/utils.h>

#include <utility>

#include <cmath>
#include <vector>

#include "support/golden_tensors.h"
#include "support/gradient_check.h"

namespace regard::nn {
namespace {

torch::Generator generator(uint64_t seed) {
  return torch::make_generator<torch::CPUGeneratorImpl>(seed);
}

std::vector<double> numbers(const torch::Tensor& tensor) {
  const auto flat = tensor.contiguous().flatten();
  return {flat.data_ptr<double>(), flat.data_ptr<double>() + flat.numel()};
}

AutoregressiveModel fitted(int64_t order, const torch::Tensor& series) {
  AutoregressiveModel model(order);
  model->to(torch::kDouble);
  model->fit(series);
  return model;
}

/// Solves a x = b by Gaussian elimination; a is positive definite.
std::vector<double> solve(std::vector<std::vector<double>> a, std::vector<double> b) {
  const size_t size = b.size();
  for (size_t i = 0; i < size; ++i) {
    for (size_t row = i + 1; row < size; ++row) {
      const double factor = a[row][i] / a[i][i];
      for (size_t column = i; column < size; ++column) a[row][column] -= factor * a[i][column];
      b[row] -= factor * b[i];
    }
  }
  for (size_t i = size; i-- > 0;) {
    for (size_t column = i + 1; column < size; ++column) b[i] -= a[i][column] * b[column];
    b[i] /= a[i][i];
  }
  return b;
}

TEST(AutoregressiveModel, FitsAsTheNormalEquationsSay) {
  const auto series = noisy_sine(60, 0.1, 0.2, generator(1));
  const auto x = numbers(series);
  std::vector<std::vector<double>> a(4, std::vector<double>(4));
  std::vector<double> b(4);
  for (size_t t = 3; t < x.size(); ++t) {
    const double row[] = {x[t - 3], x[t - 2], x[t - 1], 1};
    for (size_t i = 0; i < 4; ++i) {
      for (size_t j = 0; j < 4; ++j) a[i][j] += row[i] * row[j];
      b[i] += row[i] * x[t];
    }
  }
  const auto wanted = solve(a, b);
  auto model = fitted(3, series);
  const auto found = numbers(torch::cat(
      {model->named_parameters()["linear.weight"][0], model->named_parameters()["linear.bias"]}));
  for (size_t i = 0; i < 4; ++i) EXPECT_NEAR(found[i], wanted[i], 1e-10);
}

TEST(AutoregressiveModel, PredictsAheadFromItsOwnPredictions) {
  const auto series = noisy_sine(12, 0.5, 0.2, generator(2));
  auto model = fitted(2, series);
  const auto x = numbers(series);
  const auto weight = numbers(model->named_parameters()["linear.weight"]);
  const double bias = model->named_parameters()["linear.bias"].item<double>();
  const auto found = model->predict_ahead(series, 5);
  ASSERT_EQ(found.sizes(), (std::vector<int64_t>{11, 5}));
  for (int64_t row = 0; row < 11; ++row) {
    double before = x[row], last = x[row + 1];
    for (int64_t step = 0; step < 5; ++step) {
      const double next = weight[0] * before + weight[1] * last + bias;
      EXPECT_NEAR(found[row][step].item<double>(), next, 1e-12) << row << ", " << step;
      before = std::exchange(last, next);
    }
  }
}

// sin t = 2 cos(rate) sin(t - rate) - sin(t - 2 rate): two numbers determine all that follow.
TEST(AutoregressiveModel, PredictsASineWithoutNoiseForEver) {
  const auto series = noisy_sine(300, 0.1, 0.0, generator(3));
  for (const int64_t order : {2, 5}) {
    auto model = fitted(order, series.slice(0, 0, 100));
    const auto ahead = model->predict_ahead(series.slice(0, 100 - order, 100), 200);
    EXPECT_TRUE(test::tensors_near(ahead[0], series.slice(0, 100), 1e-8)) << "order " << order;
  }
}

TEST(AutoregressiveModel, ErrsMoreTheFurtherItLooksAhead) {
  const auto series = noisy_sine(1000, 0.01, 0.2, generator(4));
  auto model = fitted(4, series.slice(0, 0, 600));
  const auto truth = noisy_sine(1000, 0.01, 0.0, generator(4));
  const auto ahead = model->predict_ahead(series, 64);
  double smaller = 0;
  for (const int64_t steps : {1, 4, 16, 64}) {
    const auto predicted = ahead.select(1, steps - 1).slice(0, 0, 1000 - 4 - steps + 1);
    const auto error = (predicted - truth.slice(0, 4 + steps - 1)).square().mean().item<double>();
    EXPECT_GT(error, smaller) << steps << " steps ahead";
    smaller = error;
  }
}

TEST(AutoregressiveModel, HasTheGradientsOfFiniteDifferences) {
  torch::manual_seed(5);
  AutoregressiveModel model(3);
  model->to(torch::kDouble);
  test::expect_gradients_match(
      [&](const std::vector<torch::Tensor>& x) { return model->predict_ahead(x[0], 4); },
      {torch::randn(6, torch::kDouble).requires_grad_()});
}

TEST(AutoregressiveModel, IsANetworkOfTwoLayersWhereItHasHiddenUnits) {
  torch::manual_seed(7);
  AutoregressiveModel model(3, 2);
  const auto weights = model->named_parameters();
  const auto x = torch::randn({5, 3});
  const auto h = (x.matmul(weights["hidden.weight"].t()) + weights["hidden.bias"]).clamp_min(0);
  const auto wanted = (h * weights["linear.weight"]).sum(1) + weights["linear.bias"];
  EXPECT_TRUE(test::tensors_near(model(x), wanted, 1e-6));
  EXPECT_EQ(model->order(), 3);
  EXPECT_THROW(model->fit(torch::randn({10})), c10::Error);
}

TEST(AutoregressiveModel, RefusesASeriesShorterThanItsOrder) {
  AutoregressiveModel model(4);
  EXPECT_THROW(model->predict_ahead(torch::zeros(3), 1), c10::Error);
}

TEST(NoisySine, IsASineAndNoiseOfTheGivenSize) {
  const auto noise = noisy_sine(5000, 0.01, 0.2, generator(6)) -
                     torch::sin(0.01 * torch::arange(1, 5001, torch::kDouble));
  EXPECT_NEAR(noise.mean().item<double>(), 0.0, 0.01);
  EXPECT_NEAR(noise.std().item<double>(), 0.2, 0.01);
}

}  // namespace
}  // namespace regard::nn
