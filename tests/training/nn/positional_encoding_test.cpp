#include "nn/positional_encoding.h"

#include <map>
#include <set>
#include <string>
#include <utility>

#include "support/golden_tensors.h"

namespace regard::nn {
namespace {

SinusoidLayout layout_of(const test::TensorCase& golden) {
  return std::map<std::string, SinusoidLayout>{{"interleaved", SinusoidLayout::interleaved},
                                               {"half", SinusoidLayout::half},
                                               {"half_t2t", SinusoidLayout::half_t2t}}
      .at(golden.option<std::string>("layout"));
}

TEST(SinusoidalPositions, MatchTheBookAndMariansLayouts) {
  std::set<std::pair<std::string, int64_t>> compared;
  for (auto& golden : test::tensor_cases("positional_encoding")) {
    SCOPED_TRACE(golden.name());
    const auto x = golden.input("X");
    const auto positions =
        sinusoidal_positions(golden.option<int64_t>("offset"), golden.option<int64_t>("num_steps"),
                             golden.option<int64_t>("num_hiddens"), x.options(), layout_of(golden));
    golden.expect_output("P", positions);
    golden.expect_output("Y", x + positions);
    compared.emplace(golden.option<std::string>("layout"), golden.option<int64_t>("offset"));
  }
  EXPECT_TRUE(compared.contains({"interleaved", 994}));
  for (const char* layout : {"interleaved", "half", "half_t2t"}) {
    EXPECT_TRUE(compared.contains({layout, 7})) << layout;
  }
}

TEST(SinusoidalPositions, DoNotEnd) {
  const auto far = sinusoidal_positions(1'000'000, 1, 8, torch::kDouble);
  EXPECT_NEAR(far[0][0].item<double>(), std::sin(1e6), 1e-12);
  EXPECT_NEAR(far[0][7].item<double>(), std::cos(1e6 / 1000.0), 1e-9);  // 10000^(-6/8)
}

TEST(SinusoidalPositions, OfTwoNumbersHaveOneFrequencyInEveryLayout) {
  for (const auto layout :
       {SinusoidLayout::interleaved, SinusoidLayout::half, SinusoidLayout::half_t2t}) {
    const auto row = sinusoidal_positions(3, 1, 2, torch::kDouble, layout);
    EXPECT_TRUE(test::tensors_near(row, torch::tensor({{std::sin(3.0), std::cos(3.0)}}), 1e-6));
  }
}

TEST(SinusoidalPositions, RefuseAnOddSize) {
  EXPECT_THROW(sinusoidal_positions(0, 1, 7, torch::kFloat), c10::Error);
}

// d2l 11.6.3.2: a shift by delta positions rotates each pair (sine, cosine) by the same angle, at
// any position.
TEST(PositionRotation, MatchesTheBook) {
  for (auto& golden : test::tensor_cases("position_rotation")) {
    SCOPED_TRACE(golden.name());
    const auto delta = golden.option<int64_t>("delta"),
               size = golden.option<int64_t>("num_hiddens"),
               count = golden.option<int64_t>("num_steps");
    const auto matrices = position_rotation(delta, size, torch::kFloat);  // (size / 2, 2, 2)
    golden.expect_output("matrices", matrices);
    const auto pairs =
        sinusoidal_positions(0, count, size, torch::kFloat).view({count, size / 2, 2, 1});
    golden.expect_output("P_shifted", matrices.matmul(pairs).flatten(1));
  }
}

TEST(PositionRotation, IsTheSameWhereverItBegins) {
  const auto matrices = position_rotation(5, 8, torch::kDouble);
  for (const int64_t first : {0, 1, 500}) {
    const auto pair = [&](int64_t position) {
      return sinusoidal_positions(position, 1, 8, torch::kDouble).view({4, 2, 1});
    };
    EXPECT_TRUE(test::tensors_near(matrices.bmm(pair(first)), pair(first + 5), 1e-12));
  }
}

}  // namespace
}  // namespace regard::nn
