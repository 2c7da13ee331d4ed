#pragma once
#include <torch/types.h>

#include <vector>

#include "nn/recurrent.h"
#include "regard/base/named_enum.h"
#include "support/golden_tensors.h"

/// Converts states between golden cases, (layers, batch, size), and nn::Recurrent.
namespace regard::test {

/// The cell of a golden case.
inline ops::CellName golden_cell(const TensorCase& golden) {
  const auto name = golden.option<std::string>("cell");
  return parse_name<ops::CellName>(name == "rnn_tanh" ? "rnn" : name).value();
}

/// The state of nn::Recurrent; `cells` may be undefined.
inline ops::RecurrentState state_from(const torch::Tensor& hidden, const torch::Tensor& cells) {
  ops::RecurrentState state;
  for (int64_t i = 0; i < hidden.size(0); ++i) {
    state.push_back({hidden[i], cells.defined() ? cells[i] : torch::Tensor()});
  }
  return state;
}

inline torch::Tensor hidden_of(const ops::RecurrentState& state) {
  std::vector<torch::Tensor> tensors;
  for (const auto& layer : state) tensors.push_back(layer.hidden);
  return torch::stack(tensors);
}

inline torch::Tensor cells_of(const ops::RecurrentState& state) {
  std::vector<torch::Tensor> tensors;
  for (const auto& layer : state) tensors.push_back(layer.cell);
  return torch::stack(tensors);
}

}  // namespace regard::test
