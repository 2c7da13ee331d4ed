#include "ops/attention_recurrence.h"

#include <gtest/gtest.h>
#include <torch/autograd.h>
#include <torch/utils.h>

#include "nn/additive_attention.h"
#include "nn/linear.h"
#include "nn/mask.h"
#include "nn/recurrent.h"
#include "support/golden_tensors.h"

namespace regard::ops {
namespace {

using nn::AdditiveAttention, nn::AdditiveAttentionOptions, nn::Recurrent, nn::RecurrentOptions;

constexpr int64_t kSteps = 5, kBatch = 3, kSource = 4, kStateSize = 20, kHidden = 18, kValues = 7;
constexpr double kOfTypes = 1e-5;  // float32 against float64

// All inputs, as leaves whose gradients are checked.
struct Decoder {
  Decoder(Cell cell, int64_t layers, double dropout = 0.0)
      : recurrent(RecurrentOptions{.cell = cell,
                                   .input_size = kValues + 2,
                                   .hidden_size = kStateSize,
                                   .layers = layers,
                                   .dropout = dropout}),
        attention(AdditiveAttentionOptions{.query_size = kStateSize,
                                           .key_size = kValues,
                                           .hidden_size = kHidden,
                                           .dropout = dropout}) {
    nn::initialize(*recurrent);
    nn::initialize(*attention);
    const torch::NoGradGuard no_grad;
    for (auto& weight : recurrent->parameters()) {
      if (weight.dim() == 1) weight.uniform_(-0.5, 0.5);
    }
    const int64_t gates = gates_of(cell) * kStateSize;
    inputs = {torch::randn({kSteps, kBatch, gates}), torch::randn({kBatch, kSource, kHidden}),
              torch::randn({kBatch, kSource, kValues})};
    for (int64_t layer = 0; layer < layers; ++layer)
      inputs.push_back(torch::randn({kBatch, kStateSize}));
    if (cell == Cell::lstm) {
      for (int64_t layer = 0; layer < layers; ++layer)
        inputs.push_back(torch::randn({kBatch, kStateSize}));
    }
    for (auto& input : inputs) input.requires_grad_();
    mask = nn::length_mask(torch::tensor({4, 1, 3}), kSource).unsqueeze(1);
  }

  RecurrentState initial() const {
    const size_t layers = recurrent->weights().size();
    RecurrentState state(layers);
    for (size_t i = 3; i < inputs.size(); ++i)
      (i - 3 < layers ? state[i - 3].hidden : state[i - 3 - layers].cell) = inputs[i];
    return state;
  }

  torch::Tensor context_weight() const {
    return recurrent->weights().front().input_weight.narrow(1, 0, kValues);
  }

  void to_double() {
    recurrent->to(torch::kDouble);
    attention->to(torch::kDouble);
    for (auto& input : inputs) input = input.detach().to(torch::kDouble).requires_grad_();
  }

  // States, contexts, attention and last states, computed by the operation.
  std::vector<torch::Tensor> by_operation() {
    const auto& options = recurrent->options();
    const auto output =
        attention_recurrence(inputs[0], attention->with_memory(inputs[1], inputs[2], mask),
                             {.cell = options.cell,
                              .context = context_weight(),
                              .layers = recurrent->weights(),
                              .dropout = recurrent->is_training() ? options.dropout : 0.0},
                             initial());
    std::vector<torch::Tensor> all{output.states, output.contexts, output.weights};
    for (const auto& layer : output.last) all.push_back(layer.hidden);
    return all;
  }

  // States, contexts, attention and last states, computed by the modules step by step.
  std::vector<torch::Tensor> one_by_one() {
    auto state = initial();
    const auto stepper = recurrent->stepper();
    std::vector<torch::Tensor> states, contexts, weights;
    for (const auto& gates : inputs[0].unbind(0)) {
      const auto attended = attention(state.back().hidden.unsqueeze(1), inputs[1], inputs[2], mask);
      contexts.push_back(attended.context.squeeze(1));
      weights.push_back(attended.weights);
      state = stepper(gates + contexts.back().mm(context_weight().t()), state);
      states.push_back(state.back().hidden);
    }
    std::vector<torch::Tensor> all{torch::stack(states), torch::stack(contexts),
                                   torch::cat(weights, 1).unsqueeze(1)};  // one head
    for (const auto& layer : state) all.push_back(layer.hidden);
    return all;
  }

  // The gradients of a sum over all outputs.
  std::vector<torch::Tensor> gradients(const std::vector<torch::Tensor>& outputs) {
    torch::manual_seed(3);
    torch::Tensor sum = torch::zeros({}, outputs[0].options());
    for (size_t i = 0; i < outputs.size(); ++i) {
      const auto factors = torch::randn(outputs[i].sizes(), torch::kFloat);
      sum = sum + (outputs[i] * factors.to(outputs[i].options())).sum();
    }
    auto leaves = inputs;
    for (const auto& weight : recurrent->parameters()) leaves.push_back(weight);
    leaves.push_back(attention->W_q->weight);
    leaves.push_back(attention->w_v->weight);
    return torch::autograd::grad({sum}, leaves, {}, {}, false, true);
  }

  Recurrent recurrent;
  AdditiveAttention attention;
  std::vector<torch::Tensor> inputs;  // embedding gates, keys, values, initial states
  torch::Tensor mask;
};

class AttentionRecurrence : public testing::TestWithParam<std::tuple<Cell, int64_t>> {};

class FusedAttentionRecurrence : public AttentionRecurrence {};

TEST_P(AttentionRecurrence, IsTheModulesStepByStep) {
  const auto [cell, layers] = GetParam();
  torch::manual_seed(1);
  Decoder decoder(cell, layers);
  const auto outputs = decoder.by_operation();
  const auto gradients = decoder.gradients(outputs);
  decoder.to_double();
  const auto expected = decoder.one_by_one();
  const auto expected_gradients = decoder.gradients(expected);
  for (size_t i = 0; i < expected.size(); ++i)
    EXPECT_TRUE(test::tensors_near(outputs[i], expected[i], kOfTypes)) << "output " << i;
  for (size_t i = 0; i < expected_gradients.size(); ++i) {
    if (!expected_gradients[i].defined()) {  // the embedding's columns of W_ih, and its bias
      continue;
    }
    EXPECT_TRUE(test::tensors_near(gradients[i], expected_gradients[i], 10 * kOfTypes))
        << "gradient " << i;
  }
}

TEST_P(AttentionRecurrence, GivesTheGradientsOfTheMasksThatDropoutDrew) {
  const auto [cell, layers] = GetParam();
  torch::manual_seed(1);
  Decoder decoder(cell, layers, 0.4);
  const auto sum = [&] {
    torch::manual_seed(2);
    const auto outputs = decoder.by_operation();
    return outputs[0].sum() + outputs[1].square().sum();
  };
  const auto gradient = torch::autograd::grad({sum()}, {decoder.inputs[2]})[0];
  const torch::NoGradGuard no_grad;
  const auto direction = torch::randn_like(decoder.inputs[2]);
  constexpr double kStep = 1e-2;
  decoder.inputs[2].add_(direction, kStep);
  const double above = sum().item<double>();
  decoder.inputs[2].sub_(direction, 2 * kStep);
  const double below = sum().item<double>();
  const double expected = (above - below) / (2 * kStep);
  EXPECT_NEAR((gradient * direction).sum().item<double>(), expected, 0.01 * std::abs(expected));
}

TEST_P(FusedAttentionRecurrence, LooksAtNoPadding) {
  const auto [cell, layers] = GetParam();
  torch::manual_seed(1);
  Decoder decoder(cell, layers);
  const auto before = decoder.by_operation();
  {
    const torch::NoGradGuard no_grad;
    const auto padding = decoder.mask.squeeze(1).logical_not();
    decoder.inputs[1].index_put_({padding}, INFINITY);
    decoder.inputs[2].index_put_({padding}, NAN);
  }
  const auto after = decoder.by_operation();
  for (size_t i = 0; i < before.size(); ++i) EXPECT_TRUE(after[i].equal(before[i])) << i;
}

std::string name_of_case(const testing::TestParamInfo<std::tuple<Cell, int64_t>>& info) {
  const char* names[] = {"rnn_tanh", "rnn_relu", "gru", "gru_reset_before", "lstm"};
  return names[static_cast<int>(std::get<0>(info.param))] +
         ("_layers" + std::to_string(std::get<1>(info.param)));
}

const auto kEveryCellAndOneOrTwoLayers = testing::Combine(
    testing::Values(Cell::rnn_tanh, Cell::rnn_relu, Cell::gru, Cell::gru_reset_before, Cell::lstm),
    testing::Values(1, 2));
INSTANTIATE_TEST_SUITE_P(Cells, FusedAttentionRecurrence, kEveryCellAndOneOrTwoLayers,
                         name_of_case);
INSTANTIATE_TEST_SUITE_P(Cells, AttentionRecurrence, kEveryCellAndOneOrTwoLayers, name_of_case);

}  // namespace
}  // namespace regard::ops
