#ifdef REGARD_READERS_HEADER
#include "nn/luong_general_score.h"
#else
#include "exercises/solutions/luong_general_score.h"
#endif

#include "exercises/readers_header.h"
#include "ops/head_attention.h"
#include "support/golden_tensors.h"
#include "support/gradient_check.h"

namespace regard::nn {
namespace {

TEST(LuongGeneralScore, IsTheReaders) {
#ifdef REGARD_READERS_HEADER
  test::expect_readers_header("luong_general_score");
#else
  test::skip_for_want_of("luong_general_score");
#endif
}

LuongGeneralScore small_general_score() {
  torch::manual_seed(1);
  LuongGeneralScore score(LuongGeneralScoreOptions{.query_size = 3, .key_size = 2});
  score->to(torch::kDouble);
  return score;
}

// q' W_a k with W_a = [[1, 2], [3, 4]]: the product of k with the first row for q = (1, 0), and
// with the second row for q = (0, 1).
TEST(LuongGeneralScore, IsTheProductWorkedByHand) {
  const torch::NoGradGuard no_grad;
  LuongGeneralScore score(LuongGeneralScoreOptions{.query_size = 2, .key_size = 2});
  score->W_a->weight.copy_(torch::tensor({{1.0, 2.0}, {3.0, 4.0}}));
  const auto query = torch::eye(2).unsqueeze(0);
  const auto keys = torch::tensor({{{1.0, 0.0}, {0.0, 1.0}, {1.0, -1.0}}});
  EXPECT_TRUE(score(query, keys).equal(torch::tensor({{{1.0, 2.0, -1.0}, {3.0, 4.0, -1.0}}})));
}

TEST(LuongGeneralScore, EqualsALoopOverQueriesAndKeys) {
  const torch::NoGradGuard no_grad;
  auto score = small_general_score();
  const auto query = torch::randn({2, 4, 3}, torch::kDouble),
             keys = torch::randn({2, 5, 2}, torch::kDouble);
  const auto scores = score(query, keys);
  ASSERT_EQ(scores.sizes(), (std::vector<int64_t>{2, 4, 5}));
  for (int64_t row = 0; row < 2; ++row)
    for (int64_t i = 0; i < 4; ++i)
      for (int64_t j = 0; j < 5; ++j) {
        const auto one = query[row][i].dot(score->W_a->weight.matmul(keys[row][j]));
        EXPECT_TRUE(test::tensors_near(scores[row][i][j], one, 1e-12));
      }
}

TEST(LuongGeneralScore, WithTheIdentityIsTheDotProductWithoutItsScale) {
  const torch::NoGradGuard no_grad;
  LuongGeneralScore score(LuongGeneralScoreOptions{.query_size = 4, .key_size = 4});
  score->W_a->weight.copy_(torch::eye(4));
  torch::manual_seed(2);
  const auto query = torch::randn({2, 3, 4}), keys = torch::randn({2, 5, 4});
  const auto weights = ops::masked_softmax(score(query, keys), {});
  const auto scaled = ops::dot_product_attention(2 * query, keys, keys, {}, true);  // sqrt(4) = 2
  EXPECT_TRUE(test::tensors_near(weights, scaled.weights, 1e-6));
}

TEST(LuongGeneralScore, HasOneMatrixAndNoBias) {
  const auto parameters = small_general_score()->named_parameters();
  ASSERT_EQ(parameters.size(), 1u);
  EXPECT_EQ(parameters["W_a.weight"].sizes(), (std::vector<int64_t>{3, 2}));
}

TEST(LuongGeneralScore, HasTheGradientsOfFiniteDifferences) {
  auto score = small_general_score();
  const auto variable = torch::dtype(torch::kDouble).requires_grad(true);
  test::expect_gradients_match(
      *score, [&](const auto& inputs) { return score(inputs[0], inputs[1]); },
      {torch::randn({1, 2, 3}, variable), torch::randn({1, 3, 2}, variable)});
}

}  // namespace
}  // namespace regard::nn
