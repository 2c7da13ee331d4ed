#include "regard/nn/feed_forward.h"

#include <cmath>

#include "support/golden_tensors.h"

namespace regard::nn {
namespace {

TEST(FeedForward, MatchesTheBook) {
  for (auto& golden : test::tensor_cases("ffn")) {
    SCOPED_TRACE(golden.name());
    FeedForward ffn(FeedForwardOptions{.input_size = golden.option<int64_t>("ffn_num_input"),
                                       .hidden_size = golden.option<int64_t>("ffn_num_hiddens"),
                                       .output_size = golden.option<int64_t>("ffn_num_outputs")});
    golden.load_weights(*ffn);
    golden.expect_output("output", ffn(golden.input("X")));
    golden.expect_gradients(ffn.get());
  }
}

TEST(FeedForward, HasTheActivationThatIsAskedFor) {
  const auto x = torch::randn({4, 3});
  for (const auto activation : {Activation::relu, Activation::gelu, Activation::silu}) {
    FeedForward ffn(FeedForwardOptions{
        .input_size = 3, .hidden_size = 3, .output_size = 3, .activation = activation});
    for (auto& weight : ffn->parameters()) {  // two identities
      const torch::NoGradGuard no_grad;
      weight.dim() == 2 ? weight.copy_(torch::eye(3)) : weight.zero_();
    }
    const auto expected = activation == Activation::relu ? x.clamp_min(0)
                          : activation == Activation::silu
                              ? x * x.sigmoid()
                              : 0.5 * x * (1 + torch::erf(x / std::sqrt(2.0)));
    EXPECT_TRUE(test::tensors_near(ffn(x), expected, 1e-6));
  }
}

}  // namespace
}  // namespace regard::nn
