#include "nn/feed_forward.h"

#include <torch/utils.h>
#include <cmath>

#include "support/golden_tensors.h"
#include "support/gradient_check.h"

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

// The network and its residual connection, which the bias-free original has in one module.
struct BiasFreeFeedForward : torch::nn::Module {
  BiasFreeFeedForward(int64_t size, int64_t hidden_size) {
    ffn = register_module(
        "ffn", FeedForward(FeedForwardOptions{
                   .input_size = size, .hidden_size = hidden_size, .output_size = size}));
    addnorm = register_module("addnorm",
                              AddNorm(AddNormOptions{.normalized_shape = {size}, .epsilon = 1e-6}));
  }

  FeedForward ffn{nullptr};
  AddNorm addnorm{nullptr};
};

TEST(FeedForward, MatchesTheBiasFreeSource) {
  for (auto& golden : test::tensor_cases("biasfree_ffn")) {
    SCOPED_TRACE(golden.name());
    golden.rename_weights("w_1", "ffn.dense1");
    golden.rename_weights("w_2", "ffn.dense2");
    golden.rename_weights("layer_norm", "addnorm.ln");
    BiasFreeFeedForward module(golden.option<int64_t>("d_in"), golden.option<int64_t>("d_hid"));
    golden.load_weights(module);
    const auto x = golden.input("x");
    golden.expect_output("output", module.addnorm(x, module.ffn(x)));
    golden.expect_gradients(&module);
  }
}

TEST(FeedForward, DropsActivationsInTrainingOnly) {
  constexpr int64_t kHidden = 10'000;
  constexpr double kRate = 0.25;
  FeedForward ffn(FeedForwardOptions{
      .input_size = 1, .hidden_size = kHidden, .output_size = 1, .dropout = kRate});
  const torch::NoGradGuard no_grad;
  for (auto& weight : ffn->parameters()) weight.fill_(weight.dim() > 1 ? 1.0 : 0.0);
  const auto one = torch::ones({1, 1});  // each activation is 1, and the output is their sum
  const auto kept = ffn(one).item<double>() * (1 - kRate) / kHidden;
  EXPECT_NEAR(kept, 1 - kRate, 0.02);  // about five standard deviations
  EXPECT_NE(kept, 1 - kRate);
  ffn->eval();
  EXPECT_EQ(ffn(one).item<double>(), kHidden);
}

TEST(FeedForward, HasTheGradientsOfFiniteDifferences) {
  torch::manual_seed(1);
  for (const auto activation : {Activation::relu, Activation::gelu, Activation::silu}) {
    FeedForward ffn(FeedForwardOptions{
        .input_size = 3, .hidden_size = 4, .output_size = 2, .activation = activation});
    test::expect_gradients_match(
        *ffn, [&](const auto& inputs) { return ffn(inputs[0]); },
        {torch::randn({2, 3}, torch::dtype(torch::kDouble).requires_grad(true))});
  }
}

TEST(FeedForward, TreatsEachPositionAsIfItWereAlone) {
  torch::manual_seed(1);
  FeedForward ffn(FeedForwardOptions{.input_size = 3, .hidden_size = 4, .output_size = 2});
  const auto x = torch::randn({2, 5, 3});
  EXPECT_TRUE(test::tensors_near(ffn(x[1][3]), ffn(x)[1][3], 1e-6));
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
