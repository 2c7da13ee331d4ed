#ifdef REGARD_READERS_HEADER
#include "nn/rotary_positions.h"
#else
#include "exercises/solutions/rotary_positions.h"
#endif

#include <cmath>

#include "exercises/readers_header.h"
#include "nn/positional_encoding.h"
#include "support/golden_tensors.h"
#include "support/gradient_check.h"

namespace regard::nn {
namespace {

TEST(RotaryPositions, IsTheReaders) {
#ifdef REGARD_READERS_HEADER
  test::expect_readers_header("rotary_positions");
#else
  test::skip_for_want_of("rotary_positions");
#endif
}

// For size 4, the pairs rotate by p and by p / 100.
TEST(RotaryPositions, TurnPairsByTheAnglesWorkedByHand) {
  const auto x = torch::tensor({{1.0, 0.0, 0.0, 1.0}}, torch::kDouble);
  const auto turned = rotary_positions(x, 3);
  const auto wanted = torch::tensor(
      {{std::cos(3.0), std::sin(3.0), -std::sin(0.03), std::cos(0.03)}}, torch::kDouble);
  EXPECT_TRUE(test::tensors_near(turned, wanted, 1e-12));
}

TEST(RotaryPositions, LeavePositionZeroAndEveryLengthAsTheyAre) {
  torch::manual_seed(1);
  const auto x = torch::randn({2, 3, 9, 8}, torch::kDouble);
  const auto turned = rotary_positions(x);
  EXPECT_TRUE(turned.select(2, 0).equal(x.select(2, 0)));
  EXPECT_TRUE(test::tensors_near(turned.norm(2, -1), x.norm(2, -1), 1e-12));
  EXPECT_FALSE(turned.select(2, 1).allclose(x.select(2, 1)));
}

// The point of the paper: q' k of rotated vectors depends on the distance between their positions.
TEST(RotaryPositions, MakeDotProductsOfDistances) {
  torch::manual_seed(2);
  const auto q = torch::randn({1, 8}, torch::kDouble), k = torch::randn({1, 8}, torch::kDouble);
  const auto product = [&](int64_t of_query, int64_t of_key) {
    return (rotary_positions(q, of_query) * rotary_positions(k, of_key)).sum();
  };
  for (const int64_t shift : {1, 10, 1000})
    EXPECT_TRUE(test::tensors_near(product(7 + shift, 4 + shift), product(7, 4), 1e-10));
  EXPECT_FALSE(product(7, 5).allclose(product(7, 4)));
}

// d2l 11.6.3.2 rotates (sine, cosine) back by the same angles: position_rotation is the transpose.
TEST(RotaryPositions, AreTheRotationsOfTheBook) {
  torch::manual_seed(3);
  const auto x = torch::randn({1, 6}, torch::kDouble);
  const auto matrices = position_rotation(-5, 6, torch::kDouble);  // (3, 2, 2)
  const auto wanted = matrices.matmul(x.view({3, 2, 1})).view({1, 6});
  EXPECT_TRUE(test::tensors_near(rotary_positions(x, 5), wanted, 1e-12));
}

TEST(RotaryPositions, OfAWindowAreThoseOfTheWholeText) {
  torch::manual_seed(4);
  const auto x = torch::randn({9, 4}, torch::kDouble);
  EXPECT_TRUE(test::tensors_near(rotary_positions(x.slice(0, 6), 6),
                                 rotary_positions(x).slice(0, 6), 1e-12));
}

TEST(RotaryPositions, HaveTheGradientsOfFiniteDifferences) {
  torch::manual_seed(5);
  test::expect_gradients_match(
      [](const auto& inputs) { return rotary_positions(inputs[0], 2); },
      {torch::randn({3, 4}, torch::dtype(torch::kDouble).requires_grad(true))});
}

TEST(RotaryPositions, RefuseAnOddSize) {
  EXPECT_THROW(rotary_positions(torch::zeros({2, 5})), c10::Error);
}

}  // namespace
}  // namespace regard::nn
