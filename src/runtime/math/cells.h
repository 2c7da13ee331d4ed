#pragma once
#include "math/functions.h"

/// Kernels for recurrent cells.
namespace regard::math {
namespace {

/// The same part of each gate, in rows that consist of gates of `size` numbers each.
template <class Part>
struct GatePart {
  Part part;
  int64_t size;

  REGARD_INLINE Lanes load(const float* gates, int64_t gate) const {
    return part.load(gates + gate * size);
  }
  REGARD_INLINE void store(float* gates, int64_t gate, Lanes lanes) const {
    part.store(gates + gate * size, lanes);
  }
};

template <class Each>
REGARD_INLINE void for_gate_parts(int64_t size, const Each& each) {
  for_parts(size, [&](auto part) { each(part, GatePart<decltype(part)>{part, size}); });
}

/// The last equation of both GRUs: update * state + (1 - update) * fresh.
REGARD_INLINE Lanes mixed(Lanes update, Lanes state, Lanes fresh) {
  return fused(update, state - fresh, fresh);
}

/// The gradients of mixed(): for the arguments of update (a sigmoid) and fresh (a tanh), and for
/// state.
struct MixedGradients {
  REGARD_INLINE MixedGradients(Lanes gradient, Lanes update, Lanes state, Lanes fresh)
      : of_update(gradient * (state - fresh) * slope_of_sigmoid(update)),
        of_fresh(gradient * (1.0F - update) * slope_of_tangent(fresh)),
        of_state(gradient * update) {}

  Lanes of_update, of_fresh, of_state;
};

void gru_forward(const float* input, const float* hidden, const float* state, float* next,
                 float* gates, int64_t size) {
  for_gate_parts(size, [&](auto part, auto gate) {
    const Lanes reset = sigmoid(gate.load(input, 0) + gate.load(hidden, 0));
    const Lanes update = sigmoid(gate.load(input, 1) + gate.load(hidden, 1));
    const Lanes fresh = tangent(fused(reset, gate.load(hidden, 2), gate.load(input, 2)));
    part.store(next, mixed(update, part.load(state), fresh));
    if (gates == nullptr) return;
    gate.store(gates, 0, reset);
    gate.store(gates, 1, update);
    gate.store(gates, 2, fresh);
  });
}

void gru_backward(const float* gradient, const float* gates, const float* hidden,
                  const float* state, GruGradients gradients, int64_t size) {
  for_gate_parts(size, [&](auto part, auto gate) {
    const Lanes reset = gate.load(gates, 0);
    const MixedGradients mixed(part.load(gradient), gate.load(gates, 1), part.load(state),
                               gate.load(gates, 2));
    const Lanes of_reset = mixed.of_fresh * gate.load(hidden, 2) * slope_of_sigmoid(reset);
    for (float* of_sums : {gradients.input, gradients.hidden}) {
      gate.store(of_sums, 0, of_reset);
      gate.store(of_sums, 1, mixed.of_update);
    }
    gate.store(gradients.input, 2, mixed.of_fresh);
    gate.store(gradients.hidden, 2, mixed.of_fresh * reset);
    part.store(gradients.state, mixed.of_state);
  });
}

void gru_before_gates(const float* input, const float* hidden, const float* state, float* gates,
                      float* reset_state, int64_t size) {
  for_gate_parts(size, [&](auto part, auto gate) {
    const Lanes reset = sigmoid(gate.load(input, 0) + gate.load(hidden, 0));
    gate.store(gates, 0, reset);
    gate.store(gates, 1, sigmoid(gate.load(input, 1) + gate.load(hidden, 1)));
    part.store(reset_state, reset * part.load(state));
  });
}

void gru_before_next(const float* input, const float* candidate_product, const float* state,
                     float* gates, float* next, int64_t size) {
  for_gate_parts(size, [&](auto part, auto gate) {
    const Lanes fresh = tangent(gate.load(input, 2) + part.load(candidate_product));
    gate.store(gates, 2, fresh);
    part.store(next, mixed(gate.load(gates, 1), part.load(state), fresh));
  });
}

void gru_before_backward_candidate(const float* gradient, const float* gates, const float* state,
                                   float* input_gradient, float* state_gradient, int64_t size) {
  for_gate_parts(size, [&](auto part, auto gate) {
    const MixedGradients mixed(part.load(gradient), gate.load(gates, 1), part.load(state),
                               gate.load(gates, 2));
    gate.store(input_gradient, 1, mixed.of_update);
    gate.store(input_gradient, 2, mixed.of_fresh);
    part.store(state_gradient, mixed.of_state);
  });
}

void gru_before_backward_gates(const float* reset_state_gradient, const float* gates,
                               const float* state, float* input_gradient, float* state_gradient,
                               int64_t size) {
  for_gate_parts(size, [&](auto part, auto gate) {
    const Lanes reset = gate.load(gates, 0), gradient = part.load(reset_state_gradient);
    gate.store(input_gradient, 0, gradient * part.load(state) * slope_of_sigmoid(reset));
    part.store(state_gradient, fused(gradient, reset, part.load(state_gradient)));
  });
}

void lstm_forward(const float* input, const float* hidden, const float* cell, LstmState next,
                  float* gates, int64_t size) {
  for_gate_parts(size, [&](auto part, auto gate) {
    const auto sum = [&](int64_t number) {
      return gate.load(input, number) + gate.load(hidden, number);
    };
    const Lanes in = sigmoid(sum(0)), forget = sigmoid(sum(1)), fresh = tangent(sum(2)),
                out = sigmoid(sum(3));
    const Lanes memory = fused(in, fresh, forget * part.load(cell));
    part.store(next.cell, memory);
    part.store(next.hidden, out * tangent(memory));
    if (gates == nullptr) return;
    gate.store(gates, 0, in);
    gate.store(gates, 1, forget);
    gate.store(gates, 2, fresh);
    gate.store(gates, 3, out);
  });
}

void lstm_backward(const float* state_gradient, float* cell_gradient, LstmTape tape,
                   float* gates_gradient, int64_t size) {
  for_gate_parts(size, [&](auto part, auto gate) {
    const Lanes in = gate.load(tape.gates, 0), forget = gate.load(tape.gates, 1),
                fresh = gate.load(tape.gates, 2), out = gate.load(tape.gates, 3);
    const Lanes squashed = tangent(part.load(tape.next_cell)), gradient = part.load(state_gradient);
    const Lanes of_cell =
        fused(gradient, out * slope_of_tangent(squashed), part.load(cell_gradient));
    gate.store(gates_gradient, 0, of_cell * fresh * slope_of_sigmoid(in));
    gate.store(gates_gradient, 1, of_cell * part.load(tape.cell) * slope_of_sigmoid(forget));
    gate.store(gates_gradient, 2, of_cell * in * slope_of_tangent(fresh));
    gate.store(gates_gradient, 3, gradient * squashed * slope_of_sigmoid(out));
    part.store(cell_gradient, of_cell * forget);
  });
}

void rnn_forward(const float* input, const float* hidden, float* next, int64_t size, bool is_relu) {
  for_parts(size, [&](auto part) {
    const Lanes sum = part.load(input) + part.load(hidden);
    part.store(next, is_relu ? relu(sum) : tangent(sum));
  });
}

void rnn_backward(const float* gradient, const float* next, float* gates_gradient, int64_t size,
                  bool is_relu) {
  for_parts(size, [&](auto part) {
    const Lanes y = part.load(next), of_y = part.load(gradient);
    part.store(gates_gradient, is_relu ? (y > 0.0F ? of_y : Lanes{}) : of_y * slope_of_tangent(y));
  });
}

}  // namespace
}  // namespace regard::math
