#include <torch/utils.h>

#include <ATen/ops/linalg_qr.h>

#include <vector>

#include "claims/claim_table.h"
#include "draw/picture.h"
#include "nn/recurrent.h"
#include "regard/base/str.h"

namespace regard::claims {
namespace {

constexpr int64_t kUnits = 8, kInputs = 4, kSummedSteps = 30, kLastSteps = 5;

struct Network {
  torch::Tensor input_weight, hidden_weight;  ///< W_xh (hidden, input), w_h (hidden, hidden)
  torch::Tensor inputs;                       ///< (step, input)
  torch::Tensor direction;                    ///< (hidden); the loss is its product with h_T
};

Network network_of(double radius) {
  const auto number = torch::kDouble;
  const auto turned = std::get<0>(at::linalg_qr(torch::randn({kUnits, kUnits}, number)));
  return {0.3 * torch::randn({kUnits, kInputs}, number), radius * turned,
          torch::randn({kSummedSteps, kInputs}, number), torch::randn({kUnits}, number)};
}

/// The derivative of the loss with respect to w_h, from autograd over the module.
torch::Tensor autograd_sum(const Network& network) {
  nn::Recurrent rnn(nn::RecurrentOptions{
      .cell = ops::Cell::rnn_tanh, .input_size = kInputs, .hidden_size = kUnits});
  rnn->to(torch::kDouble);
  const auto& weights = rnn->weights()[0];
  {
    const torch::NoGradGuard no_grad;
    weights.input_weight.copy_(network.input_weight);
    weights.hidden_weight.copy_(network.hidden_weight);
    weights.input_bias.zero_();
    weights.hidden_bias.zero_();
  }
  const auto states = rnn(network.inputs.unsqueeze(1)).states;
  states[kSummedSteps - 1][0].dot(network.direction).backward();
  return weights.hidden_weight.grad();
}

/// The terms of the gradient: for step i, (product over j = i+1..T of ∂h_j/∂h_{j-1}) ∂h_i/∂w_h,
/// where h_{i-1} inside ∂h_i/∂w_h is a constant. d2l 9.7, equation `eq_bptt_partial_ht_wh_gen`.
std::vector<torch::Tensor> chain_terms(const Network& network) {
  std::vector<torch::Tensor> states = {torch::zeros({kUnits}, torch::kDouble)};
  for (int64_t step = 0; step < kSummedSteps; ++step) {
    states.push_back(
        (network.input_weight.mv(network.inputs[step]) + network.hidden_weight.mv(states.back()))
            .tanh());
  }
  std::vector<torch::Tensor> terms;
  auto arrived = network.direction;  // gradient of the loss with respect to h_i
  for (int64_t step = kSummedSteps; step >= 1; --step) {
    const auto inside = arrived * (1 - states[step].square());
    terms.push_back(inside.outer(states[step - 1]));
    arrived = network.hidden_weight.t().mv(inside);
  }
  return terms;  // last step first
}

Measurements measure_terms(const Attempt&) {
  Measurements measured;
  for (const double radius : {0.5, 0.9, 1.2}) {
    const auto network = network_of(radius);
    const auto expected = autograd_sum(network);
    const auto terms = chain_terms(network);
    auto sum = torch::zeros_like(expected), last = torch::zeros_like(expected);
    for (size_t i = 0; i < terms.size(); ++i) {
      sum += terms[i];
      if (i < kLastSteps) last += terms[i];
    }
    const auto distance = [&](const torch::Tensor& part) {
      return ((part - expected).norm() / expected.norm()).item<double>();
    };
    const auto name = draw::label(radius);
    measured.add("all terms, radius " + name, distance(sum));
    measured.add("last 5, radius " + name, distance(last));
  }
  return measured;
}

}  // namespace

Claim chain_rule_terms() {
  return {
      .name = "chain-rule-terms",
      .title = "∂h_t/∂w_h is a sum over all steps",
      .statement =
          "The derivative of a state with respect to w_h is a sum over all earlier steps: the "
          "step's own derivative times the product of ∂h_j/∂h_{j−1} since then. Early terms fade "
          "if that product shrinks.",
      .source = "d2l 9.7.1",
      .experiment =
          "A tanh network with 8 units over 30 steps in double precision. The terms are "
          "computed one by one and added; autograd differentiates regard's module. The sum of "
          "the last five terms shows what truncation after five steps would lose.",
      .depends_on = "the radius of w_h",
      .remark =
          "The sum is exact for each network. The last five terms make up nearly all of the "
          "sum only if the eigenvalues are small.",
      .seeds = 20,
      .seconds = 1,
      .measure = measure_terms,
      .checks = {{"radius 0.5: the terms add up to autograd's derivative", "relative distance",
                  measured("all terms, radius 0.5"), -1, 1e-10},
                 {"radius 1.2: likewise", "relative distance", measured("all terms, radius 1.2"),
                  -1, 1e-10},
                 {.statement = "radius 0.5: the last five terms are nearly the whole sum",
                  .quantity_name = "relative distance, geometric mean",
                  .quantity = measured("last 5, radius 0.5"),
                  .low = 0,
                  .high = 0.1,
                  .scale = draw::Scale::log},
                 {"radius 1.2: the last five terms make up less of the sum",
                  "distance at 1.2 − at 0.5",
                  difference("last 5, radius 1.2", "last 5, radius 0.5"), 0}},
      .charts = {{.title = "How far the last five of 30 terms are from the whole",
                  .axis = {.title = "relative distance, geometric mean", .scale = draw::Scale::log},
                  .rows = {{"radius 0.5", "last 5, radius 0.5", 0},
                           {"radius 0.9", "last 5, radius 0.9", 1},
                           {"radius 1.2", "last 5, radius 1.2", 2}}}}};
}

}  // namespace regard::claims
