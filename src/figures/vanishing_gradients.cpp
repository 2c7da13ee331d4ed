#include <torch/utils.h>

#include <cmath>

#include "numbers.h"
#include "regard/draw/line_chart.h"
#include "regard/nn/initialize.h"
#include "regard/nn/state_gradients.h"

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

// Adds to the bias of one gate: rows gate * kHidden to (gate + 1) * kHidden.
void open(nn::Recurrent& rnn, int64_t gate, double bias) {
  const torch::NoGradGuard no_grad;
  rnn->named_parameters()["bias_ih_l0"].narrow(0, gate * kHidden, kHidden).fill_(bias);
}

draw::Series norms_of(const std::string& name, nn::Recurrent rnn, size_t colour, draw::Dash dash) {
  torch::manual_seed(2);
  const auto input = torch::randn({kSequenceSteps, 1, kInput});
  auto norms = nn::state_gradient_norms(rnn, input).hidden;
  for (auto& norm : norms) norm /= std::sqrt(static_cast<double>(kHidden));  // 1 at t = 0
  return {.name = name, .x = counted(norms.size()), .y = norms, .dash = dash, .colour = colour};
}

}  // namespace

draw::Picture vanishing_gradients() {
  using draw::Dash;
  constexpr int64_t kUpdate = 1, kForget = 1;  // the second gate of a GRU and of an LSTM
  constexpr double kOpen = 3;                  // sigmoid(3) = 0.95
  auto larger = new_network(ops::Cell::rnn_tanh);
  {
    const torch::NoGradGuard no_grad;
    larger->named_parameters()["weight_hh_l0"].mul_(2);
  }
  auto gru = new_network(ops::Cell::gru), lstm = new_network(ops::Cell::lstm);
  open(gru, kUpdate, kOpen);
  open(lstm, kForget, kOpen);
  const draw::LineChart chart{
      .title = "Influence of the first state on state t",
      .x = {.title = "t (steps)"},
      .y = {.title = "‖∂h_t / ∂h_0‖, relative to t = 0", .scale = draw::Scale::log},
      .series = {norms_of("RNN", new_network(ops::Cell::rnn_tanh), 0, Dash::solid),
                 norms_of("RNN, W_hh doubled", larger, 0, Dash::dashed),
                 norms_of("GRU", new_network(ops::Cell::gru), 1, Dash::solid),
                 norms_of("GRU, update bias 3", gru, 1, Dash::dashed),
                 norms_of("LSTM", new_network(ops::Cell::lstm), 2, Dash::solid),
                 norms_of("LSTM, forget bias 3", lstm, 2, Dash::dashed)}};
  return draw::draw(chart);
}

}  // namespace regard::figures
