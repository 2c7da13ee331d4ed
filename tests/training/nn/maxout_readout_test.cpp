#include "nn/linear.h"

#include <gtest/gtest.h>

namespace regard::nn {
namespace {

MaxoutReadout small() {
  torch::manual_seed(1);
  return MaxoutReadout(
      MaxoutReadoutOptions{.state_size = 3, .embedding_size = 2, .context_size = 4, .size = 5});
}

TEST(MaxoutReadout, TakesTheLargerOfEachPair) {
  const torch::NoGradGuard no_grad;
  auto readout = MaxoutReadout(
      MaxoutReadoutOptions{.state_size = 1, .embedding_size = 1, .context_size = 1, .size = 2});
  readout->U_o->weight.copy_(torch::tensor({{1.0}, {2.0}, {3.0}, {-4.0}}));
  readout->U_o->bias.copy_(torch::tensor({0.0, 0.5, 0.0, 0.0}));
  readout->V_o->weight.copy_(torch::tensor({{10.0}, {0.0}, {0.0}, {0.0}}));
  readout->C_o->weight.copy_(torch::tensor({{0.0}, {0.0}, {0.0}, {-100.0}}));
  const auto one = torch::ones({1});
  EXPECT_TRUE(readout(one, one, one).equal(torch::tensor({11.0, 3.0})));
  EXPECT_TRUE(readout(one, -one, -one).equal(torch::tensor({2.5, 96.0})));
}

TEST(MaxoutReadout, TreatsEachRowAsIfItWereAlone) {
  auto readout = small();
  const auto state = torch::randn({4, 3}), embedded = torch::randn({4, 2}),
             context = torch::randn({4, 4});
  const auto together = readout(state, embedded, context);
  EXPECT_EQ(together.sizes(), (std::vector<int64_t>{4, 5}));
  for (int64_t row = 0; row < 4; ++row)
    EXPECT_TRUE(readout(state[row], embedded[row], context[row]).allclose(together[row]));
}

TEST(MaxoutReadout, RefusesRowsThatDoNotFitTogether) {
  auto readout = small();
  EXPECT_THROW(readout(torch::zeros({4, 3}), torch::zeros({3, 2}), torch::zeros({4, 4})),
               c10::Error);
}

}  // namespace
}  // namespace regard::nn
