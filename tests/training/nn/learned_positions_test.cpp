#include "nn/positional_encoding.h"

#include "support/golden_tensors.h"
#include "support/gradient_check.h"

namespace regard::nn {
namespace {

TEST(LearnedPositions, MatchTheTable) {
  for (auto& golden : test::tensor_cases("learned_positions")) {
    SCOPED_TRACE(golden.name());
    LearnedPositions positions(golden.option<int64_t>("max_len"),
                               golden.option<int64_t>("num_hiddens"));
    golden.load_weights(*positions);
    golden.expect_output("Y", golden.input("X") + positions(golden.option<int64_t>("offset"),
                                                            golden.option<int64_t>("num_steps")));
    golden.expect_gradients(positions.get());
  }
}

TEST(LearnedPositions, HaveTheGradientsOfFiniteDifferences) {
  LearnedPositions positions(4, 3);
  test::expect_gradients_match(*positions, [&](const auto&) { return positions(1, 2).pow(2); }, {});
}

TEST(LearnedPositions, SayWhereTheTableEnds) {
  LearnedPositions positions(4, 3);
  EXPECT_EQ(positions(1, 3).size(0), 3);
  try {
    positions(2, 3);
    FAIL() << "there is no position 4";
  } catch (const c10::Error& error) {
    EXPECT_NE(
        std::string(error.what()).find("positions 2 to 4 are requested, but there are only 4"),
        std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace regard::nn
