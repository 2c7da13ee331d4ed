#include <torch/utils.h>

#include <ATen/ops/linalg_eigvals.h>
#include <ATen/ops/linalg_matrix_power.h>

#include <cmath>

#include "claims/claim_table.h"
#include "draw/picture.h"
#include "lessons/state_gradients.h"
#include "nn/linear.h"
#include "regard/base/str.h"

namespace regard::claims {
namespace {

constexpr int64_t kState = 64, kRead = 8, kFarSteps = 100;

/// A random matrix, scaled so that its largest eigenvalue has this absolute value.
torch::Tensor matrix_of_radius(double radius) {
  const auto matrix = torch::randn({kState, kState}, torch::kDouble);
  return matrix * (radius / at::linalg_eigvals(matrix).abs().max());
}

/// The mean factor per step by which the norm of the gradient changes, over 100 steps.
double rate(double first, double last) { return std::pow(last / first, 1.0 / kFarSteps); }

double linear_rate(const torch::Tensor& matrix) {
  const auto power = at::linalg_matrix_power(matrix, kFarSteps);
  return rate(std::sqrt(static_cast<double>(kState)), power.norm().item<double>());
}

double network_rate(ops::Cell cell, const std::function<void(nn::Recurrent&)>& prepare) {
  nn::Recurrent rnn(nn::RecurrentOptions{.cell = cell, .input_size = kRead, .hidden_size = kState});
  nn::initialize(*rnn);
  {
    const torch::NoGradGuard no_grad;
    prepare(rnn);
  }
  const auto found = nn::state_gradient_norms(rnn, torch::randn({kFarSteps, 1, kRead}));
  return rate(found.hidden.front(), found.hidden.back());
}

Measurements measure_rates(const Attempt&) {
  Measurements measured;
  for (const double radius : {0.5, 0.9, 1.1, 1.5}) {
    const auto matrix = matrix_of_radius(radius);
    measured.add(str("linear, radius ", draw::label(radius)), linear_rate(matrix));
    measured.add(str("tanh, radius ", draw::label(radius)),
                 network_rate(ops::Cell::rnn_tanh, [&](nn::Recurrent& rnn) {
                   rnn->weights()[0].hidden_weight.copy_(matrix);
                 }));
  }
  measured.add("GRU, bias 0", network_rate(ops::Cell::gru, [](nn::Recurrent&) {}));
  measured.add("GRU, bias 4", network_rate(ops::Cell::gru, [](nn::Recurrent& rnn) {
                 rnn->weights()[0].input_bias.narrow(0, kState, kState).fill_(4);
               }));
  return measured;
}

}  // namespace

Claim eigenvalues() {
  return {
      .name = "eigenvalues",
      .title = "Gradients vanish with eigenvalues below 1 and explode above 1",
      .statement =
          "The gradient that flows back through a recurrent network contains powers of W_hh. It "
          "vanishes if the largest eigenvalue is below 1 and explodes if it is above 1.",
      .source = "d2l 9.7.1; Pascanu, Mikolov and Bengio (2013)",
      .experiment =
          "Random 64 × 64 matrices, scaled to a spectral radius. The factor by which one step "
          "changes the norm of ∂h_t/∂h_0, over 100 steps: without an activation, and in regard's "
          "tanh network with random input. Also a GRU with its update gate half open or nearly "
          "shut (bias 4).",
      .depends_on = "the activation",
      .remark =
          "Without an activation, only the eigenvalues decide. With tanh, large states saturate, "
          "and each step also multiplies by 1 − h², so the gradient may vanish even if the radius "
          "is above 1.",
      .seeds = 10,
      .seconds = 1,
      .measure = measure_rates,
      .checks =
          {{"linear, radius 0.9: vanishes", "factor of a step", measured("linear, radius 0.9"), 0,
            1},
           {"linear, radius 1.1: explodes", "factor of a step", measured("linear, radius 1.1"), 1},
           {"tanh, radius 0.9: vanishes", "factor of a step", measured("tanh, radius 0.9"), 0, 1},
           {"tanh, radius 1.1: explodes", "factor of a step", measured("tanh, radius 1.1"), 1},
           {"tanh, radius 1.5: explodes", "factor of a step", measured("tanh, radius 1.5"), 1}},
      .charts = {{.title = "What a step does to the gradient's norm, over 100 steps",
                  .axis = {.title = "factor of a step", .min = 0},
                  .rows = {{"linear, radius 0.5", "linear, radius 0.5", 0},
                           {"linear, radius 0.9", "linear, radius 0.9", 0},
                           {"linear, radius 1.1", "linear, radius 1.1", 0},
                           {"linear, radius 1.5", "linear, radius 1.5", 0},
                           {"tanh, radius 0.5", "tanh, radius 0.5", 1},
                           {"tanh, radius 0.9", "tanh, radius 0.9", 1},
                           {"tanh, radius 1.1", "tanh, radius 1.1", 1},
                           {"tanh, radius 1.5", "tanh, radius 1.5", 1},
                           {"GRU, update bias 0", "GRU, bias 0", 2},
                           {"GRU, update bias 4", "GRU, bias 4", 2}}}}};
}

}  // namespace regard::claims
