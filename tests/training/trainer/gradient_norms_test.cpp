#include "trainer/trainer_step.h"

#include <gtest/gtest.h>
#include <torch/nn/modules/linear.h>

#include <utility>

namespace regard::train {
namespace {

class LayerOf : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(LayerOf, AParameter) {
  const auto [parameter, layer] = GetParam();
  EXPECT_EQ(layer_of(parameter), layer);
}

INSTANTIATE_TEST_SUITE_P(
    , LayerOf,
    testing::Values(std::pair("encoder.blks.block0.ffn.dense1.weight", "encoder.block.0"),
                    std::pair("decoder.blks.block11.addnorm3.ln.bias", "decoder.block.11"),
                    std::pair("blks.block2.attention.W_q.weight", "block.2"),
                    std::pair("encoder.rnn.weight_ih_l1_reverse", "encoder.rnn.1"),
                    std::pair("decoder.rnn.bias_hh_l0", "decoder.rnn.0"),
                    std::pair("encoder.convolutions.weight_l2", "encoder.convolutions.2"),
                    std::pair("decoder.attention.W_q.weight", "decoder.attention"),
                    std::pair("encoder.embedding.weight", "encoder.embedding"),
                    std::pair("decoder.norm.bias", "decoder.norm"),
                    std::pair("bridge.hidden_l0.weight", "bridge.hidden_l0"),
                    std::pair("linear.weight", "linear"), std::pair("weight", "weight")));

constexpr double kRoundedNorms = 1e-6;  // rounding of float32

/// Two layers whose gradients have the norms 3 and 4, and one without a gradient.
class ThreeLayers : public torch::nn::Module {
 public:
  ThreeLayers() {
    for (const auto* name : {"one", "other", "unused"}) {
      layers_.push_back(register_module(name, torch::nn::Linear(2, 1)));
    }
    set(*layers_[0], {1, 2}, 2);   // 1 + 4 + 4 = 9
    set(*layers_[1], {0, 0}, -4);  // 16
  }

 private:
  static void set(torch::nn::LinearImpl& layer, std::vector<float> weight, float bias) {
    layer.weight.mutable_grad() = torch::tensor(weight).view({1, 2});
    layer.bias.mutable_grad() = torch::tensor({bias});
  }
  std::vector<torch::nn::Linear> layers_;
};

TEST(GradientNorms, AreThoseOfEachLayerInTheModelsOrder) {
  const auto norms = gradient_norms(ThreeLayers(), 5.0);
  ASSERT_EQ(norms.size(), 2U);
  EXPECT_EQ(norms[0].layer, "one");
  EXPECT_NEAR(norms[0].norm, 3, 3 * kRoundedNorms);
  EXPECT_EQ(norms[1].layer, "other");
  EXPECT_NEAR(norms[1].norm, 4, 4 * kRoundedNorms);
}

TEST(GradientNorms, AreThoseBeforeClipping) {
  const auto norms = gradient_norms(ThreeLayers(), 50.0);  // gradients that would be clipped
  EXPECT_NEAR(norms.at(0).norm, 30, 30 * kRoundedNorms);
  EXPECT_NEAR(norms.at(1).norm, 40, 40 * kRoundedNorms);
}

TEST(GradientNorms, OfNoGradientAtAllAreZero) {
  ThreeLayers model;
  model.zero_grad(/*set_to_none=*/false);
  EXPECT_EQ(gradient_norms(model, 0.0).at(0).norm, 0);
}

}  // namespace
}  // namespace regard::train
