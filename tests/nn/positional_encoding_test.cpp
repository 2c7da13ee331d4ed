#include "regard/nn/positional_encoding.h"

#include "support/golden_tensors.h"

namespace regard::nn {
namespace {

TEST(SinusoidalPositions, MatchTheBook) {
  size_t cases = 0;
  for (auto& golden : test::tensor_cases("positional_encoding")) {
    if (golden.option<std::string>("layout") != "interleaved") continue;
    SCOPED_TRACE(golden.name());
    const auto x = golden.input("X");
    const auto positions =
        sinusoidal_positions(golden.option<int64_t>("offset"), golden.option<int64_t>("num_steps"),
                             golden.option<int64_t>("num_hiddens"), x.options());
    golden.expect_output("P", positions);
    golden.expect_output("Y", x + positions);
    ++cases;
  }
  EXPECT_GT(cases, 0U);
}

// d2l 11.6.3.2: going delta positions on turns each pair (sine, cosine) by one angle, wherever it
// begins.
TEST(SinusoidalPositions, TurnByTheSameAngleBetweenAnyTwoPositionsOfOneDistance) {
  for (auto& golden : test::tensor_cases("position_rotation")) {
    SCOPED_TRACE(golden.name());
    const auto delta = golden.option<int64_t>("delta"),
               size = golden.option<int64_t>("num_hiddens");
    const auto matrices = golden.output("matrices");  // (size / 2, 2, 2)
    for (const int64_t first : {0, 1, 500}) {
      const auto pair = [&](int64_t position) {
        return sinusoidal_positions(position, 1, size, torch::kFloat).view({size / 2, 2, 1});
      };
      EXPECT_TRUE(test::tensors_near(matrices.bmm(pair(first)), pair(first + delta), 1e-4));
    }
  }
}

}  // namespace
}  // namespace regard::nn
