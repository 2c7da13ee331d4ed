#include "nn/convolutional_encoder.h"

#include <torch/nn/init.h>
#include <torch/utils.h>

#include <cmath>

#include "nn/mask.h"
#include "support/golden_tensors.h"
#include "support/gradient_check.h"

namespace regard::nn {
namespace {

ConvolutionalEncoder random_encoder(int64_t layers, int64_t kernel, int64_t size = 4) {
  torch::manual_seed(1);
  ConvolutionalEncoder encoder(
      ConvolutionalEncoderOptions{.size = size, .layers = layers, .kernel = kernel});
  for (auto& weight : encoder->parameters()) torch::nn::init::uniform_(weight, -0.7, 0.7);
  return encoder;
}

// One layer for one sentence, from its formula: one position, number and kernel tap at a time.
std::vector<std::vector<double>> plain_layer(const std::vector<std::vector<double>>& x,
                                             const torch::Tensor& weight, const torch::Tensor& bias,
                                             int64_t kernel) {
  const auto length = static_cast<int64_t>(x.size()), size = static_cast<int64_t>(x[0].size());
  const auto w = weight.accessor<double, 2>();
  const auto b = bias.accessor<double, 1>();
  auto result = x;
  for (int64_t i = 0; i < length; ++i) {
    const auto sum = [&](int64_t row) {
      double total = b[row];
      for (int64_t tap = 0; tap < kernel; ++tap) {
        const int64_t from = i + tap - kernel / 2;
        if (from < 0 || from >= length) continue;
        for (int64_t j = 0; j < size; ++j) total += w[row][tap * size + j] * x[from][j];
      }
      return total;
    };
    for (int64_t j = 0; j < size; ++j) {
      const double gated = sum(j) / (1.0 + std::exp(-sum(size + j)));
      result[i][j] = (x[i][j] + gated) * std::sqrt(0.5);
    }
  }
  return result;
}

TEST(ConvolutionalEncoder, IsItsFormula) {
  constexpr double kRounding = 1e-12;
  const torch::NoGradGuard no_grad;
  for (const int64_t kernel : {1, 3, 5}) {
    auto encoder = random_encoder(2, kernel);
    encoder->to(torch::kDouble);
    const auto input = torch::randn({3, 6, 4}, torch::kDouble);
    const auto lengths = torch::tensor({6, 2, 1});
    const auto output = encoder(input, length_mask(lengths, 6));
    const auto weights = encoder->named_parameters();
    for (int64_t row = 0; row < 3; ++row) {
      std::vector<std::vector<double>> x;
      for (int64_t i = 0; i < lengths[row].item<int64_t>(); ++i) {
        const auto numbers = input[row][i].contiguous();
        x.emplace_back(numbers.data_ptr<double>(), numbers.data_ptr<double>() + 4);
      }
      for (const std::string layer : {"0", "1"}) {
        x = plain_layer(x, weights["weight_l" + layer], weights["bias_l" + layer], kernel);
      }
      for (size_t i = 0; i < x.size(); ++i) {
        EXPECT_TRUE(test::tensors_near(output[row][static_cast<int64_t>(i)],
                                       torch::tensor(x[i], torch::kDouble), kRounding));
      }
    }
  }
}

TEST(ConvolutionalEncoder, HasTheGradientsOfFiniteDifferences) {
  auto encoder = random_encoder(2, 3, 2);
  const auto mask = length_mask(torch::tensor({4, 2}), 4);
  test::expect_gradients_match(
      *encoder, [&](const auto& inputs) { return encoder(inputs[0], mask); },
      {torch::randn({2, 4, 2}, torch::dtype(torch::kDouble).requires_grad(true))});
}

TEST(ConvolutionalEncoder, NeverReadsPadding) {
  auto encoder = random_encoder(3, 5);
  auto input = torch::randn({2, 6, 4});
  const auto mask = length_mask(torch::tensor({6, 3}), 6);
  const auto before = encoder(input, mask);
  input[1].slice(0, 3).fill_(NAN);
  const auto after = encoder(input, mask);
  EXPECT_TRUE(after.equal(before));
  EXPECT_EQ(after[1].slice(0, 3).count_nonzero().item<int64_t>(), 0);
}

TEST(ConvolutionalEncoder, TreatsEachRowAsIfItWereAlone) {
  auto encoder = random_encoder(3, 3);
  const auto input = torch::randn({2, 6, 4});
  const auto together = encoder(input, length_mask(torch::tensor({6, 3}), 6));
  const auto alone = encoder(input.narrow(0, 1, 1).slice(1, 0, 3));
  EXPECT_TRUE(test::tensors_near(together[1].slice(0, 0, 3), alone[0], 1e-6));
}

TEST(ConvolutionalEncoder, SeesOneMoreWindowWithEachLayer) {
  for (const int64_t layers : {1, 2}) {
    auto encoder = random_encoder(layers, 3);
    auto input = torch::randn({1, 9, 4});
    const auto before = encoder(input);
    input[0][4].add_(1.0);
    const auto changed = (encoder(input) != before).any(-1)[0];
    const auto distance = (torch::arange(9) - 4).abs();
    EXPECT_TRUE(changed.equal(distance <= layers)) << changed;
  }
}

TEST(ConvolutionalEncoder, RefusesAKernelWithoutAMiddle) {
  EXPECT_THROW(
      ConvolutionalEncoder(ConvolutionalEncoderOptions{.size = 4, .layers = 1, .kernel = 2}),
      c10::Error);
}

}  // namespace
}  // namespace regard::nn
