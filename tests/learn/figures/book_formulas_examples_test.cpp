// The formulas of docs/book.md that lessons compute, evaluated.
#include <torch/csrc/autograd/autograd.h>
#include <torch/utils.h>

#include <cmath>
#include <vector>

#include "figures/book_formulas.h"
#include "lessons/depth.h"
#include "lessons/kernels.h"
#include "lessons/markov.h"
#include "lessons/worked_examples.h"
#include "nn/feed_forward.h"
#include "nn/multi_head_attention.h"
#include "support/golden_tensors.h"

namespace regard::figures {
namespace {

using test::is_printed, test::kExactly, test::random_rows, test::randomized, test::tensors_near,
    test::weight_of;

const std::vector<int32_t> kSymbols = {0, 1, 2, 0, 1, 1, 2, 0, 0, 1, 2, 0, 2, 1, 0, 1, 2};

TEST(BookFormula, OfMarkovModels) {
  EXPECT_TRUE(is_printed(
      "e37", R"(P(x_t \mid x_{t-1},\ldots,x_1) = P(x_t \mid x_{t-1},\ldots,x_{t-\tau}))"));
  const int64_t tau = 2;
  nn::MarkovModel model(tau, 3);
  model.learn(kSymbols);
  const std::span<const int32_t> all = kSymbols;
  for (size_t t = 3; t < all.size(); ++t) {
    EXPECT_EQ(model.probability(all.first(t), all[t]),
              model.probability(all.subspan(t - 2, 2), all[t]));
  }
}

TEST(BookFormula, OfTheReversedFactorization) {
  EXPECT_TRUE(
      is_printed("e38", R"(P(x_1,\ldots,x_T) = \prod_{t=T}^{1} P(x_t \mid x_{t+1},\ldots,x_T))"));
  const auto forwards = torch::tensor({{0.7, 0.3}, {0.2, 0.8}}, torch::kDouble);
  const auto p = nn::stationary_distribution(forwards);
  const auto backwards = nn::reversed_transitions(forwards);
  const std::vector<int64_t> x = {0, 1, 1, 0, 1};
  double product = 1;
  for (size_t t = x.size(); t-- > 0;) {
    product *= (t + 1 == x.size() ? p[x[t]] : backwards[x[t + 1]][x[t]]).item<double>();
  }
  EXPECT_NEAR(std::log(product), nn::log_probability(p, forwards, x), kExactly);
}

TEST(BookFormula, OfIndependentSymbols) {
  EXPECT_TRUE(is_printed("e39", R"(P(x_1,\ldots,x_T) = \prod_t P(x_t))"));
  nn::MarkovModel model(0, 3);
  model.learn(kSymbols);
  double product = 1;
  for (const int32_t x : kSymbols) product *= model.probability({}, x);
  const auto length = static_cast<double>(kSymbols.size());
  EXPECT_NEAR(std::pow(model.perplexity(kSymbols), -length), product, 1e-12);
}

TEST(BookFormula, OfKernelWeights) {
  EXPECT_TRUE(is_printed("e40", R"(\alpha_i = \frac{K(x - x_i)}{\sum_j K(x - x_j)})"));
  torch::manual_seed(1);
  const auto x = random_rows({1}), x_i = random_rows({5}), y = random_rows({5});
  for (const auto kernel : nn::kKernels) {
    const auto K = nn::kernel_of(kernel, x - x_i);
    const auto alpha = K / K.sum();
    EXPECT_TRUE(tensors_near(nn::kernel_pooling(kernel, x, x_i, y).weights[0], alpha, kExactly));
  }
}

TEST(BookFormula, OfBatchProducts) {
  EXPECT_TRUE(is_printed("e41", R"(\mathbf{C}_i = \mathbf{A}_i \mathbf{B}_i)"));
  const auto A = random_rows({2, 1, 4}), B = random_rows({2, 4, 6});
  const auto C = A.bmm(B);
  for (int64_t i = 0; i < 2; ++i) EXPECT_TRUE(tensors_near(C[i], A[i].mm(B[i]), kExactly));
}

/// d f(x) / d x for one row, with one pass per output.
torch::Tensor derivative_of(const nn::DeepLayer& f, const torch::Tensor& at) {
  const auto x = at.detach().requires_grad_();
  const auto y = f(x);
  std::vector<torch::Tensor> rows;
  for (int64_t i = 0; i < y.size(0); ++i) {
    rows.push_back(torch::autograd::grad({y[i]}, {x}, {}, /*retain_graph=*/true).front());
  }
  return torch::stack(rows);
}

TEST(BookFormula, OfTheResidualDerivative) {
  EXPECT_TRUE(is_printed(
      "e43",
      R"(\frac{\partial (\mathbf{x} + f(\mathbf{x}))}{\partial \mathbf{x}} = \mathbf{I} + \frac{\partial f(\mathbf{x})}{\partial \mathbf{x}})"));
  torch::manual_seed(1);
  auto ffn = randomized(
      nn::FeedForward(nn::FeedForwardOptions{.input_size = 3, .hidden_size = 5, .output_size = 3}));
  const nn::DeepLayer f = [&](const torch::Tensor& x) { return ffn(x.unsqueeze(0))[0]; };
  const auto x = random_rows({3}), I = torch::eye(3, torch::kDouble);
  EXPECT_TRUE(tensors_near(derivative_of(nn::residual(f), x), I + derivative_of(f, x), kExactly));
}

TEST(BookFormula, OfTheFeedForwardMemory) {
  EXPECT_TRUE(is_printed(
      "e44",
      R"(\mathrm{FFN}(\mathbf{x}) = \sum_i \mathrm{relu}(\mathbf{x}^\top \mathbf{k}_i + b_i)\,\mathbf{v}_i + \mathbf{b})"));
  torch::manual_seed(1);
  auto ffn = randomized(
      nn::FeedForward(nn::FeedForwardOptions{.input_size = 3, .hidden_size = 5, .output_size = 3}));
  const auto memory = nn::memory_of(*ffn);
  const auto x = random_rows({3});
  auto sum = memory.constant.clone();
  for (int64_t i = 0; i < 5; ++i) {
    sum += (x.dot(memory.keys[i]) + memory.biases[i]).relu() * memory.values[i];
  }
  EXPECT_TRUE(tensors_near(ffn(x.unsqueeze(0))[0], sum, kExactly));
}

TEST(BookFormula, OfTheKeysThatAreKept) {
  EXPECT_TRUE(is_printed(
      "e45",
      R"(\mathbf{K}_t = [\mathbf{K}_{t-1}; \mathbf{k}_t],\quad \mathbf{V}_t = [\mathbf{V}_{t-1}; \mathbf{v}_t])"));
  torch::manual_seed(1);
  auto attention = randomized(nn::MultiHeadAttention(nn::MultiHeadAttentionOptions{
      .query_size = 4, .key_size = 4, .value_size = 4, .hidden_size = 4, .heads = 2}));
  nn::KeysValues past;
  for (int step = 0; step < 3; ++step) {
    const auto before = past;
    const auto x = random_rows({2, 1, 4});
    attention->attend_to_itself(x, past);
    const auto k = x.matmul(weight_of(*attention, "W_k.weight").t());
    const auto v = x.matmul(weight_of(*attention, "W_v.weight").t());
    EXPECT_TRUE(tensors_near(past.keys, step == 0 ? k : torch::cat({before.keys, k}, 1), kExactly));
    EXPECT_TRUE(
        tensors_near(past.values, step == 0 ? v : torch::cat({before.values, v}, 1), kExactly));
  }
}

}  // namespace
}  // namespace regard::figures
