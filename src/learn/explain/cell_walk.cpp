#include "explain/attention_walk.h"

#include <algorithm>

#include "explain/steps.h"

namespace regard::explain {
namespace {

namespace m = mathml;

struct GateText {
  const char* name;
  std::string formula;
  const char* line;
};

std::string gate_sum(const std::string& index) {
  return m::sub(m::i("W"), m::i("x") + m::i(index)) + tick("x") + m::o("+") +
         m::sub(m::i("W"), m::i("h") + m::i(index)) + before("h") + m::o("+") +
         m::sub(m::i("b"), m::i(index));
}

/// What computes a gate, in src/training/ops/recurrent_step.cpp.
GateText text_of(ops::Cell cell, const std::string& gate) {
  const bool lstm = cell == ops::Cell::lstm, is_before = cell == ops::Cell::gru_reset_before;
  const char* gru = is_before ? "const auto reset = (input[0] + hidden[0]).sigmoid(), update = "
                                "(input[1] + hidden[1]).sigmoid();"
                              : "const auto reset = sum(0).sigmoid(), update = sum(1).sigmoid();";
  const char* gates = lstm ? "const auto in = sum(0).sigmoid(), forget = sum(1).sigmoid(), "
                             "candidate = sum(2).tanh(),"
                           : gru;
  const auto sigmoid = [&](const char* letter) {
    return m::equation(tick(letter), m::call("σ", gate_sum(letter)));
  };
  if (gate == "reset gate r")
    return {"How much of the state before the candidate may see: 0 none, 1 all.", sigmoid("r"),
            gates};
  if (gate == "update gate z")
    return {"How much of the state before is kept: 0 none, 1 all.", sigmoid("z"), gates};
  if (gate == "input gate i")
    return {"How much of the candidate is written into the cell.", sigmoid("i"), gates};
  if (gate == "forget gate f") return {"How much of the cell is kept.", sigmoid("f"), gates};
  if (gate == "output gate o")
    return {"How much of the cell is shown.", sigmoid("o"), "out = sum(3).sigmoid();"};
  if (gate == "cell c")
    return {"The memory, which is only added to and scaled.",
            m::equation(tick("c"), tick("f") + m::o("⊙") + before("c") + m::o("+") + tick("i") +
                                       m::o("⊙") + tick("n")),
            "const auto next = forget * state.cell + in * candidate;"};
  if (lstm)
    return {"What could be written.", m::equation(tick("n"), m::call("tanh", gate_sum("n"))),
            gates};
  return {
      "What the new state could be.",
      m::equation(
          tick("n"),
          m::call("tanh", m::sub(m::i("W"), m::i("xn")) + tick("x") + m::o("+") +
                              (is_before ? m::sub(m::i("W"), m::i("hn")) +
                                               m::row(m::o("(") + tick("r") + m::o("⊙") +
                                                      before("h") + m::o(")"))
                                         : tick("r") + m::o("⊙") +
                                               m::row(m::o("(") + m::sub(m::i("W"), m::i("hn")) +
                                                      before("h") + m::o(")"))))),
      is_before
          ? "const auto candidate = (input[2] + candidate_product(reset * state.hidden)).tanh();"
          : "const auto candidate = (input[2] + reset * hidden[2]).tanh();"};
}

Citation source_of_state(ops::Cell cell) {
  const char* line = cell == ops::Cell::lstm       ? "return {out * next.tanh(), next};"
                     : cell == ops::Cell::rnn_relu ? "return {sum(0).relu(), {}};"
                     : cell == ops::Cell::rnn_tanh ? "return {sum(0).tanh(), {}};"
                                                   : "";
  if (*line != 0) return {"src/training/ops/recurrent_step.cpp", line};
  return {"src/training/ops/recurrent_step.h", "///         h' = (1 - z) * n + z * h;"};
}

std::string formula_of_state(ops::Cell cell) {
  if (cell == ops::Cell::lstm)
    return m::equation(tick("h"), tick("o") + m::o("⊙") + m::call("tanh", tick("c")));
  if (cell == ops::Cell::rnn_relu || cell == ops::Cell::rnn_tanh)
    return m::equation(tick("h"),
                       m::call(cell == ops::Cell::rnn_relu ? "relu" : "tanh", gate_sum("h")));
  return m::equation(tick("h"), m::row(m::o("(") + m::n("1") + m::o("−") + tick("z") + m::o(")")) +
                                    m::o("⊙") + tick("n") + m::o("+") + tick("z") + m::o("⊙") +
                                    before("h"));
}

}  // namespace

CellResult step_of(ops::Cell cell, const ops::RecurrentWeights& weights, const torch::Tensor& x,
                   const ops::CellState& state) {
  const auto& h = state.hidden;
  const auto input =
      (weights.input_weight.matmul(x) + weights.input_bias).chunk(ops::gates_of(cell));
  const auto hidden_of = [&](size_t gate, const torch::Tensor& of) {
    return weights.hidden_weight.chunk(ops::gates_of(cell))[gate].matmul(of) +
           weights.hidden_bias.chunk(ops::gates_of(cell))[gate];
  };
  const auto sum = [&](size_t gate) { return input[gate] + hidden_of(gate, h); };
  switch (cell) {
    case ops::Cell::gru:
    case ops::Cell::gru_reset_before: {
      const auto r = sum(0).sigmoid(), z = sum(1).sigmoid();
      const auto n = cell == ops::Cell::gru ? (input[2] + r * hidden_of(2, h)).tanh()
                                            : (input[2] + hidden_of(2, r * h)).tanh();
      return {
          (1 - z) * n + z * h, {}, {{"reset gate r", r}, {"update gate z", z}, {"candidate n", n}}};
    }
    case ops::Cell::lstm: {
      const auto i = sum(0).sigmoid(), f = sum(1).sigmoid(), n = sum(2).tanh(),
                 o = sum(3).sigmoid();
      const auto c = f * state.cell + i * n;
      return {o * c.tanh(),
              c,
              {{"input gate i", i},
               {"forget gate f", f},
               {"candidate n", n},
               {"output gate o", o},
               {"cell c", c}}};
    }
    case ops::Cell::rnn_relu:
      return {sum(0).relu(), {}, {}};
    case ops::Cell::rnn_tanh:
      break;
  }
  return {sum(0).tanh(), {}, {}};
}

void LayerRows::add(const CellResult& result) {
  for (const auto& [name, gate] : result.gates) rows_of(name).push_back(gate);
  rows_of("state").push_back(result.hidden);
}

void LayerRows::finish(Steps& steps, ops::Cell cell, const Place& place) {
  for (auto& [name, rows] : all_) {
    if (place.is_backward) std::reverse(rows.begin(), rows.end());
    const bool is_state = name == "state";
    const auto text = is_state ? GateText{"The state after each token: a summary of what was read.",
                                          formula_of_state(cell), ""}
                               : text_of(cell, name);
    steps.add({.part = place.part,
               .title = place.prefix + name,
               .meaning = text.name,
               .formula = text.formula,
               .source = is_state ? source_of_state(cell)
                                  : Citation{"src/training/ops/recurrent_step.cpp", text.line},
               .rows = place.axis,
               .is_weight = name.find("gate") != std::string::npos},
              place.layer, torch::stack(rows));
  }
}

std::vector<torch::Tensor>& LayerRows::rows_of(const std::string& name) {
  for (auto& [known, rows] : all_) {
    if (known == name) return rows;
  }
  return all_.emplace_back(name, std::vector<torch::Tensor>()).second;
}

}  // namespace regard::explain
