// Properties of every kind of attention, regardless of its score: gradients are right, and results
// depend neither on masked positions nor on neighbors in the batch nor on the device.
#include <torch/csrc/autograd/autograd.h>
#include <torch/utils.h>

#include <functional>
#include <tuple>

#include "nn/additive_attention.h"
#include "nn/mask.h"
#include "nn/multi_head_attention.h"
#include "ops/head_attention.h"
#include "support/devices.h"
#include "support/golden_tensors.h"
#include "support/gradient_check.h"

namespace regard::nn {
namespace {

constexpr int64_t kSize = 4;         // size of queries, keys and values
constexpr double kTolerance = 1e-6;  // float32, with sums in a different order
constexpr double kOfDevices = 1e-5;  // tolerance for different implementations of exp and tanh

// query (batch, query, kSize), keys and values (batch, key, kSize), mask for (batch, query, key).
using Attend = std::function<ops::Attended(const torch::Tensor& query, const torch::Tensor& keys,
                                           const torch::Tensor& values, const torch::Tensor& mask)>;

struct Attention {
  std::shared_ptr<torch::nn::Module> parameters;
  Attend attend;
};

Attention additive() {
  AdditiveAttention attention(
      AdditiveAttentionOptions{.query_size = kSize, .key_size = kSize, .hidden_size = 3});
  return {attention.ptr(), [attention](const auto& query, const auto& keys, const auto& values,
                                       const auto& mask) mutable {
            return attention(query, attention->project_keys(keys), values, mask);
          }};
}

Attention dot_product(bool want_weights) {
  return {std::make_shared<torch::nn::Module>(),
          [=](const auto& query, const auto& keys, const auto& values, const auto& mask) {
            return ops::dot_product_attention(query, keys, values, mask, want_weights);
          }};
}

Attention multi_head(AttentionScore score, bool want_weights) {
  MultiHeadAttention attention(MultiHeadAttentionOptions{.query_size = kSize,
                                                         .key_size = kSize,
                                                         .value_size = kSize,
                                                         .hidden_size = 6,
                                                         .heads = 2,
                                                         .bias = true,
                                                         .key_width = 5,
                                                         .score = score});
  return {attention.ptr(),
          [=](const auto& query, const auto& keys, const auto& values, const auto& mask) mutable {
            return attention(query, keys, values, mask.unsqueeze(1), want_weights);
          }};
}

struct Kind {
  std::string name;
  std::function<Attention()> make;
};

void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.name; }

std::vector<Kind> kinds() {
  return {
      {"additive", additive},
      {"dot_product", [] { return dot_product(true); }},
      {"fused_dot_product", [] { return dot_product(false); }},
      {"multi_head", [] { return multi_head(AttentionScore::dot_product, true); }},
      {"fused_multi_head", [] { return multi_head(AttentionScore::dot_product, false); }},
      {"additive_multi_head", [] { return multi_head(AttentionScore::additive, true); }},
  };
}

class AttentionMechanism : public testing::TestWithParam<std::tuple<Kind, std::string>> {
 protected:
  void SetUp() override {
    const auto& [kind, device] = GetParam();
    if (test::is_missing(device)) GTEST_SKIP() << "there is no device " << device;
    torch::manual_seed(1);
    attention_ = kind.make();
    query_ = torch::randn({2, 3, kSize}), keys_ = torch::randn({2, 5, kSize}),
    values_ = torch::randn({2, 5, kSize}), lengths_ = torch::tensor({5, 2});
    move_to(device);
  }

  void move_to(const torch::Device& device) {
    attention_.parameters->to(device);
    for (auto* tensor : {&query_, &keys_, &values_, &lengths_}) *tensor = tensor->to(device);
  }

  torch::Tensor mask() const { return key_mask(lengths_, 5); }
  ops::Attended attend() { return attention_.attend(query_, keys_, values_, mask()); }
  // (batch, key, 1), true at padding
  torch::Tensor padding() const { return mask().transpose(1, 2).logical_not(); }

  Attention attention_;
  torch::Tensor query_, keys_, values_, lengths_;
};

TEST_P(AttentionMechanism, HasTheGradientsOfFiniteDifferences) {
  const auto of_queries = torch::tensor({{5, 3, 1}, {2, 1, 4}}).to(query_.device());
  for (const auto& lengths : {lengths_, of_queries}) {
    const auto variable = [](const torch::Tensor& x) {
      return x.to(torch::kDouble, false, true).requires_grad_();
    };
    test::expect_gradients_match(
        *attention_.parameters,
        [&](const auto& inputs) {
          return attention_.attend(inputs[0], inputs[1], inputs[2], key_mask(lengths, 5)).context;
        },
        {variable(query_), variable(keys_), variable(values_)});
  }
}

TEST_P(AttentionMechanism, IsNotChangedByWhatStandsInPaddingToTheBit) {
  const auto expected = attend();
  keys_ = torch::where(padding(), 100 * torch::randn_like(keys_), keys_);
  values_ = torch::where(padding(), 100 * torch::randn_like(values_), values_);
  const auto actual = attend();
  EXPECT_TRUE(actual.context.equal(expected.context));
  if (expected.weights.defined()) {
    EXPECT_TRUE(actual.weights.equal(expected.weights));
  }
}

TEST_P(AttentionMechanism, SendsNoGradientToPadding) {
  keys_.requires_grad_(), values_.requires_grad_();
  const auto gradients = torch::autograd::grad({attend().context.pow(2).sum()}, {keys_, values_});
  for (const auto& gradient : gradients) {
    EXPECT_EQ(gradient.masked_select(padding()).count_nonzero().item<int64_t>(), 0);
    EXPECT_GT(gradient.count_nonzero().item<int64_t>(), 0);
  }
}

TEST_P(AttentionMechanism, TreatsEachRowAsIfItWereAlone) {
  const auto together = attend().context;
  for (int64_t row = 0; row < 2; ++row) {
    const int64_t length = lengths_[row].item<int64_t>();
    const auto alone = [&](const torch::Tensor& x) { return x.narrow(0, row, 1); };
    const auto attended =
        attention_.attend(alone(query_), alone(keys_).narrow(1, 0, length),
                          alone(values_).narrow(1, 0, length), key_mask(alone(lengths_), length));
    EXPECT_TRUE(test::tensors_near(attended.context, alone(together), kTolerance));
  }
}

TEST_P(AttentionMechanism, HasWeightsThatSumToOneAndAreZeroAtPadding) {
  const auto weights = attend().weights;
  if (!weights.defined()) GTEST_SKIP() << "the fused kernel returns none";
  EXPECT_TRUE(test::tensors_near(weights.sum(-1), torch::ones_like(weights.sum(-1)), kTolerance));
  EXPECT_EQ(weights[1].slice(-1, 2).count_nonzero().item<int64_t>(), 0);
}

TEST_P(AttentionMechanism, GivesWhatTheCpuGives) {
  const auto here = attend().context;
  move_to(torch::kCPU);
  EXPECT_TRUE(test::tensors_near(here, attend().context, kOfDevices));
}

INSTANTIATE_TEST_SUITE_P(Attention, AttentionMechanism,
                         testing::Combine(testing::ValuesIn(kinds()),
                                          testing::ValuesIn(test::device_names())),
                         [](const auto& info) {
                           return std::get<0>(info.param).name + "_" + std::get<1>(info.param);
                         });

}  // namespace
}  // namespace regard::nn
