// Influence of the first state on each later one, and the eigenvalues that determine it
// (d2l 9.7, 10.1).
#include <torch/utils.h>

#include <ATen/ops/linalg_eigvals.h>
#include <ATen/ops/linalg_qr.h>
#include <ATen/ops/real.h>

#include <cmath>

#include "draw/charts.h"
#include "figures/learner.h"
#include "lessons/state_gradients.h"
#include "nn/linear.h"
#include "regard/base/str.h"

namespace regard::figures {
namespace {

constexpr int64_t kHidden = 32, kInput = 8, kSequenceSteps = 100;

nn::Recurrent new_network(ops::Cell cell) {
  torch::manual_seed(1);
  nn::Recurrent rnn(
      nn::RecurrentOptions{.cell = cell, .input_size = kInput, .hidden_size = kHidden});
  nn::initialize(*rnn);
  return rnn;
}

// A plain network whose W_hh is `scale` times an orthogonal matrix, so all its eigenvalues have
// modulus `scale` (Saxe et al., 2014, arXiv:1312.6120; Le et al., 2015, arXiv:1504.00941).
nn::Recurrent plain_network(double scale) {
  auto rnn = new_network(ops::Cell::rnn_tanh);
  const torch::NoGradGuard no_grad;
  rnn->weights()[0].hidden_weight.copy_(
      scale * std::get<0>(at::linalg_qr(torch::randn({kHidden, kHidden}))));
  return rnn;
}

// A gated network with this bias in its second gate, which keeps the state: a GRU's update gate or
// an LSTM's forget gate.
nn::Recurrent gated_network(ops::Cell cell, const torch::Tensor& bias) {
  auto rnn = new_network(cell);
  const torch::NoGradGuard no_grad;
  rnn->weights()[0].input_bias.narrow(0, kHidden, kHidden).copy_(bias);
  return rnn;
}

// Bias 1 is from Jozefowicz et al. (2015). With bias log u, for u up to the number of steps, units
// remember u steps: Tallec and Ollivier (2018), arXiv:1804.11188.
torch::Tensor bias_of_one() { return torch::ones({kHidden}); }
torch::Tensor bias_of_steps() {
  torch::manual_seed(3);
  return (1 + torch::rand({kHidden}) * (kSequenceSteps - 2)).log();
}

draw::Series norms_of(const std::string& name, nn::Recurrent rnn, size_t colour, draw::Dash dash) {
  torch::manual_seed(2);
  const auto input = torch::randn({kSequenceSteps, 1, kInput});
  const auto found = nn::state_gradient_norms(rnn, input);
  auto norms = found.cell.empty() ? found.hidden : found.cell;
  for (auto& norm : norms) norm /= std::sqrt(static_cast<double>(kHidden));  // 1 at t = 0
  return {.name = name, .x = counted(norms.size()), .y = norms, .dash = dash, .colour = colour};
}

draw::Picture eigenvalues(double scale) {
  const auto rnn = plain_network(scale);
  const auto values = at::linalg_eigvals(rnn->weights()[0].hidden_weight.detach());
  draw::Series circle{.name = "", .dash = draw::Dash::dashed, .colour = 6};
  for (int degree = 0; degree <= 360; degree += 5) {
    circle.x.push_back(std::cos(degree * M_PI / 180));
    circle.y.push_back(std::sin(degree * M_PI / 180));
  }
  const auto axis = [](const char* title) {
    return draw::Axis{.title = title, .min = -1.6, .max = 1.6, .ticks = {-1, 0, 1}};
  };
  draw::LineChart chart{.title = str("Wₕₕ, radius ", draw::label(scale)),
                        .x = axis("real part"),
                        .y = axis("imaginary part"),
                        .series = {{.name = "",
                                    .x = numbers(at::real(values)),
                                    .y = numbers(at::imag(values)),
                                    .line = false,
                                    .points = true,
                                    .colour = 0},
                                   circle},
                        .width = draw::kWidth / 3 - 12,
                        .height = 199};  // the plot is a square
  return draw::draw(chart);
}

}  // namespace

draw::Picture vanishing_gradients() {
  using draw::Dash;
  constexpr double kSmall = 0.7, kLarge = 1.5;
  const draw::LineChart chart{
      .title = "Influence of the first state on state t",
      .x = {.title = "t (steps)"},
      .y = {.title = "norm, relative to t = 0", .scale = draw::Scale::log, .min = 1e-16},
      .series = {norms_of("RNN, radius 0.7", plain_network(kSmall), 0, Dash::dotted),
                 norms_of("RNN, orthogonal: radius 1", plain_network(1), 0, Dash::solid),
                 norms_of("RNN, radius 1.5", plain_network(kLarge), 0, Dash::dashed),
                 norms_of("GRU, update bias 1", gated_network(ops::Cell::gru, bias_of_one()), 1,
                          Dash::solid),
                 norms_of("GRU, biases for 1 to 100 steps",
                          gated_network(ops::Cell::gru, bias_of_steps()), 1, Dash::dashed),
                 norms_of("LSTM, forget bias 1", gated_network(ops::Cell::lstm, bias_of_one()), 2,
                          Dash::solid),
                 norms_of("LSTM, biases for 1 to 100 steps",
                          gated_network(ops::Cell::lstm, bias_of_steps()), 2, Dash::dashed)}};
  return draw::arrange(
      {draw::draw(chart),
       draw::arrange({eigenvalues(kSmall), eigenvalues(1), eigenvalues(kLarge)}, 3,
                     "Eigenvalues of Wₕₕ in the complex plane, and the unit circle")},
      1);
}

}  // namespace regard::figures
