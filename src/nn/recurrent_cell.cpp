#include "regard/nn/recurrent_cell.h"

#include <ATen/Parallel.h>
#include <torch/csrc/autograd/custom_function.h>

#include "math/kernels.h"

namespace regard::nn {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

// Enough rows for a thread to be worth waking.
int64_t grain(int64_t size) { return std::max<int64_t>(1, 8192 / size); }

class GruStep : public torch::autograd::Function<GruStep> {
 public:
  static torch::Tensor forward(AutogradContext* context, const torch::Tensor& given_input,
                               const torch::Tensor& given_hidden,
                               const torch::Tensor& given_state) {
    const auto input = given_input.contiguous(), hidden = given_hidden.contiguous(),
               state = given_state.contiguous();
    const int64_t size = state.size(1);
    auto next = torch::empty_like(state), gates = torch::empty_like(input);
    const float* input_data = input.const_data_ptr<float>();
    const float* hidden_data = hidden.const_data_ptr<float>();
    const float* state_data = state.const_data_ptr<float>();
    float* next_data = next.mutable_data_ptr<float>();
    float* gate_data = gates.mutable_data_ptr<float>();
    at::parallel_for(0, state.size(0), grain(size), [&](int64_t begin, int64_t end) {
      for (int64_t row = begin; row < end; ++row) {
        const int64_t at = row * size;
        math::gru_forward(input_data + 3 * at, hidden_data + 3 * at, state_data + at,
                          next_data + at, gate_data + 3 * at, size);
      }
    });
    context->save_for_backward({gates, hidden, state});
    return next;
  }

  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const auto saved = context->get_saved_variables();
    const auto &gates = saved[0], &hidden = saved[1], &state = saved[2];
    const auto gradient = gradients[0].contiguous();
    const int64_t size = state.size(1);
    auto input_gradient = torch::empty_like(gates), hidden_gradient = torch::empty_like(gates);
    auto state_gradient = torch::empty_like(state);
    const float* gradient_data = gradient.const_data_ptr<float>();
    const float* gate_data = gates.const_data_ptr<float>();
    const float* hidden_data = hidden.const_data_ptr<float>();
    const float* state_data = state.const_data_ptr<float>();
    float* input_gradient_data = input_gradient.mutable_data_ptr<float>();
    float* hidden_gradient_data = hidden_gradient.mutable_data_ptr<float>();
    float* state_gradient_data = state_gradient.mutable_data_ptr<float>();
    at::parallel_for(0, state.size(0), grain(size), [&](int64_t begin, int64_t end) {
      for (int64_t row = begin; row < end; ++row) {
        const int64_t at = row * size;
        math::gru_backward(gradient_data + at, gate_data + 3 * at, hidden_data + 3 * at,
                           state_data + at, input_gradient_data + 3 * at,
                           hidden_gradient_data + 3 * at, state_gradient_data + at, size);
      }
    });
    return {input_gradient, hidden_gradient, state_gradient};
  }
};

class LstmStep : public torch::autograd::Function<LstmStep> {
 public:
  static variable_list forward(AutogradContext* context, const torch::Tensor& given_input,
                               const torch::Tensor& given_hidden, const torch::Tensor& given_cell) {
    const auto input = given_input.contiguous(), hidden = given_hidden.contiguous(),
               cell = given_cell.contiguous();
    const int64_t size = cell.size(1);
    auto next_state = torch::empty_like(cell), next_cell = torch::empty_like(cell),
         gates = torch::empty_like(input);
    const float* input_data = input.const_data_ptr<float>();
    const float* hidden_data = hidden.const_data_ptr<float>();
    const float* cell_data = cell.const_data_ptr<float>();
    float* next_state_data = next_state.mutable_data_ptr<float>();
    float* next_cell_data = next_cell.mutable_data_ptr<float>();
    float* gate_data = gates.mutable_data_ptr<float>();
    at::parallel_for(0, cell.size(0), grain(size), [&](int64_t begin, int64_t end) {
      for (int64_t row = begin; row < end; ++row) {
        const int64_t at = row * size;
        math::lstm_forward(input_data + 4 * at, hidden_data + 4 * at, cell_data + at,
                           next_state_data + at, next_cell_data + at, gate_data + 4 * at, size);
      }
    });
    context->save_for_backward({gates, cell, next_cell});
    return {next_state, next_cell};
  }

  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const auto saved = context->get_saved_variables();
    const auto &gates = saved[0], &cell = saved[1], &next_cell = saved[2];
    const auto state_gradient = gradients[0].contiguous();
    const int64_t size = cell.size(1);
    auto gates_gradient = torch::empty_like(gates),
         cell_gradient = gradients[1].clone(torch::MemoryFormat::Contiguous);
    const float* state_gradient_data = state_gradient.const_data_ptr<float>();
    float* cell_gradient_data = cell_gradient.mutable_data_ptr<float>();
    const float* gate_data = gates.const_data_ptr<float>();
    const float* cell_data = cell.const_data_ptr<float>();
    const float* next_cell_data = next_cell.const_data_ptr<float>();
    float* gates_gradient_data = gates_gradient.mutable_data_ptr<float>();
    at::parallel_for(0, cell.size(0), grain(size), [&](int64_t begin, int64_t end) {
      for (int64_t row = begin; row < end; ++row) {
        const int64_t at = row * size;
        math::lstm_backward(state_gradient_data + at, cell_gradient_data + at, gate_data + 4 * at,
                            cell_data + at, next_cell_data + at, gates_gradient_data + 4 * at,
                            size);
      }
    });
    return {gates_gradient, gates_gradient, cell_gradient};
  }
};

CellState gru_step(const torch::Tensor& input_gates, const torch::Tensor& hidden_gates,
                   const torch::Tensor& hidden) {
  if (hidden.is_cpu() && hidden.scalar_type() == torch::kFloat) {
    return {GruStep::apply(input_gates, hidden_gates, hidden), {}};
  }
  const auto input = input_gates.chunk(3, -1), recurrent = hidden_gates.chunk(3, -1);
  const auto reset = (input[0] + recurrent[0]).sigmoid(),
             update = (input[1] + recurrent[1]).sigmoid();
  const auto fresh = (input[2] + reset * recurrent[2]).tanh();
  return {fresh + update * (hidden - fresh), {}};
}

CellState lstm_step(const torch::Tensor& input_gates, const torch::Tensor& hidden_gates,
                    const torch::Tensor& cell) {
  if (cell.is_cpu() && cell.scalar_type() == torch::kFloat) {
    auto next = LstmStep::apply(input_gates, hidden_gates, cell);
    return {next[0], next[1]};
  }
  const auto gates = (input_gates + hidden_gates).chunk(4, -1);
  const auto next_cell = gates[1].sigmoid() * cell + gates[0].sigmoid() * gates[2].tanh();
  return {gates[3].sigmoid() * next_cell.tanh(), next_cell};
}

}  // namespace

Cell cell_from_name(const std::string& name) {
  if (name == "gru") return Cell::gru;
  if (name == "lstm") return Cell::lstm;
  if (name == "rnn" || name == "rnn_tanh") return Cell::rnn_tanh;
  if (name == "rnn_relu") return Cell::rnn_relu;
  TORCH_CHECK(false, "cell_from_name: unknown cell '", name, "'");
}

int64_t gates_of(Cell cell) { return cell == Cell::gru ? 3 : cell == Cell::lstm ? 4 : 1; }

CellState cell_step(Cell cell, const torch::Tensor& input_gates, const torch::Tensor& hidden_gates,
                    const CellState& state) {
  switch (cell) {
    case Cell::gru:
      return gru_step(input_gates, hidden_gates, state.hidden);
    case Cell::lstm:
      return lstm_step(input_gates, hidden_gates, state.cell);
    case Cell::rnn_relu:
      return {(input_gates + hidden_gates).relu(), {}};
    case Cell::rnn_tanh:
      break;
  }
  return {(input_gates + hidden_gates).tanh(), {}};
}

}  // namespace regard::nn
