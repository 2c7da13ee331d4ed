#ifdef REGARD_READERS_HEADER
#include "nn/relative_position_attention.h"
#else
#include "exercises/solutions/relative_position_attention.h"
#endif

#include <algorithm>
#include <cmath>

#include "exercises/readers_header.h"
#include "nn/mask.h"
#include "ops/head_attention.h"
#include "support/golden_tensors.h"
#include "support/gradient_check.h"

namespace regard::nn {
namespace {

TEST(RelativePositionAttention, IsTheReaders) {
#ifdef REGARD_READERS_HEADER
  test::expect_readers_header("relative_position_attention");
#else
  test::skip_for_want_of("relative_position_attention");
#endif
}

RelativePositionAttention small_relative_attention(int64_t max_distance) {
  torch::manual_seed(1);
  RelativePositionAttention attention(
      RelativePositionAttentionOptions{.head_size = 4, .max_distance = max_distance});
  attention->to(torch::kDouble);
  return attention;
}

torch::Tensor one_head(int64_t positions) {
  return torch::randn({1, 1, positions, 4}, torch::kDouble);
}

// Queries and keys of 0 give weights of 1/3. With values of 0, a row of the result is the mean of
// the distance vectors, here the distances j - i clipped to [-1, 1]. Position 0 sees 0, 1 and 1.
TEST(RelativePositionAttention, IsTheMeanOfDistancesWorkedByHand) {
  const torch::NoGradGuard no_grad;
  RelativePositionAttention attention(
      RelativePositionAttentionOptions{.head_size = 1, .max_distance = 1});
  attention->w_V.copy_(torch::tensor({{-1.0}, {0.0}, {1.0}}));
  const auto zeros = torch::zeros({1, 1, 3, 1});
  const auto context = attention(zeros, zeros, zeros).context;
  EXPECT_TRUE(test::tensors_near(context.flatten(), torch::tensor({2.0 / 3, 0.0, -2.0 / 3}), 1e-6));
}

TEST(RelativePositionAttention, EqualsALoopOverQueriesAndKeys) {
  const torch::NoGradGuard no_grad;
  auto attention = small_relative_attention(2);
  const auto q = one_head(6), k = one_head(6), v = one_head(6);
  const auto attended = attention(q, k, v);
  for (int64_t i = 0; i < 6; ++i) {
    auto scores = torch::zeros(6, torch::kDouble);
    const auto row = [&](int64_t j) { return std::clamp<int64_t>(j - i, -2, 2) + 2; };
    for (int64_t j = 0; j < 6; ++j)
      scores[j] = q[0][0][i].dot(k[0][0][j] + attention->w_K[row(j)]) / 2;  // sqrt(4)
    const auto weights = scores.softmax(0);
    auto context = torch::zeros(4, torch::kDouble);
    for (int64_t j = 0; j < 6; ++j) context += weights[j] * (v[0][0][j] + attention->w_V[row(j)]);
    EXPECT_TRUE(test::tensors_near(attended.weights[0][0][i], weights, 1e-12));
    EXPECT_TRUE(test::tensors_near(attended.context[0][0][i], context, 1e-12));
  }
}

TEST(RelativePositionAttention, WithoutItsVectorsIsTheDotProduct) {
  const torch::NoGradGuard no_grad;
  auto attention = small_relative_attention(3);
  attention->w_K.zero_(), attention->w_V.zero_();
  const auto q = one_head(5), k = one_head(5), v = one_head(5);
  const auto mask = causal_mask(5, 5, torch::kCPU);
  const auto plain = ops::dot_product_attention(q[0], k[0], v[0], mask, true);
  const auto attended = attention(q, k, v, mask);
  EXPECT_TRUE(test::tensors_near(attended.context[0], plain.context, 1e-12));
  EXPECT_TRUE(test::tensors_near(attended.weights[0], plain.weights, 1e-12));
}

// The same words later in a longer text, with a mask that hides everything before them.
TEST(RelativePositionAttention, DoesNotSeeWhereATextBegins) {
  const torch::NoGradGuard no_grad;
  auto attention = small_relative_attention(2);
  const auto q = one_head(4), k = one_head(4), v = one_head(4);
  const auto later = [](const torch::Tensor& x) { return torch::cat({one_head(3), x}, 2); };
  const auto shown = torch::arange(7) >= 3;
  EXPECT_TRUE(test::tensors_near(attention(later(q), later(k), later(v), shown).context.slice(2, 3),
                                 attention(q, k, v).context, 1e-12));
}

TEST(RelativePositionAttention, HasTheGradientsOfFiniteDifferences) {
  auto attention = small_relative_attention(1);
  test::expect_gradients_match(
      *attention,
      [&](const auto& inputs) { return attention(inputs[0], inputs[1], inputs[2]).context; },
      {one_head(3).requires_grad_(), one_head(3).requires_grad_(), one_head(3).requires_grad_()});
}

}  // namespace
}  // namespace regard::nn
