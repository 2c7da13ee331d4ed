// Steps of recurrent encoder-decoders: Bahdanau et al. (2015), appendix A; d2l 10.1, 10.2, 10.7 and
// 11.4.
#include "explain/mathml.h"
#include "explain/step_table.h"
#include "words/symbols.h"

namespace regard::explain {
namespace {

namespace m = mathml;

using words::Symbol;
using namespace words::symbols;

std::string weighted(const std::string& index, const std::string& x) {
  return m::sub(m::i("W"), index) + x;
}
std::string of_input(const Symbol& symbol) {
  return tick(kX) + m::sub(m::i("W"), m::i("x") + m::i(symbol.index));
}
std::string of_state(const std::string& state, const Symbol& symbol) {
  return state + m::sub(m::i("W"), m::i("h") + m::i(symbol.index));
}
std::string bias_of(const Symbol& symbol) { return m::sub(m::i("b"), m::i(symbol.index)); }
/// X_t W_xr + H_{t−1} W_hr + b_r for a gate.
std::string gate_sum(const Symbol& symbol) {
  return of_input(symbol) + m::o("+") + of_state(before(kState.letter), symbol) + m::o("+") +
         bias_of(symbol);
}
std::string product(const std::string& a, const std::string& b) { return a + m::o("⊙") + b; }
std::string in_brackets(const std::string& content) {
  return m::row(m::o("(") + content + m::o(")"));
}

/// The sum of a GRU's candidate, whose reset gate scales the state or its product with the weights.
std::string new_state_sum(bool reset_before) {
  const auto reset = tick(kReset.letter), state = before(kState.letter);
  const auto second_bias = m::sub(m::sup(m::i("b"), m::o("′")), m::i(kNewState.index));
  const auto input = of_input(kNewState) + m::o("+");
  return reset_before
             ? input + of_state(in_brackets(product(reset, state)), kNewState) + m::o("+") +
                   bias_of(kNewState)
             : input + bias_of(kNewState) + m::o("+") +
                   product(reset,
                           in_brackets(of_state(state, kNewState) + m::o("+") + second_bias));
}

/// Rows for gates, states and cells of the layers in one direction.
std::vector<StepRow> cell_rows(const std::string& part, const std::string& direction) {
  Rows rows(part, part + "/layer/" + (direction.empty() ? "" : direction + "/"));
  const std::string prefix = direction.empty() ? "" : direction + " ";
  const auto gate = [&](const Symbol& symbol, const char* meaning) {
    rows.add(symbol.name, prefix + symbol.title(), meaning,
             m::equation(tick(symbol.letter), m::call("σ", gate_sum(symbol))))
        .step.is_weight = true;
  };
  const auto candidate = [&](const char* probe, const Symbol& symbol, const char* meaning,
                             const std::string& sum) {
    rows.add(probe, prefix + symbol.title(), meaning,
             m::equation(tick(symbol.letter), m::call("tanh", sum)));
  };
  const auto state = [&](const char* probe, const std::string& value) {
    rows.add(probe, prefix + "state", "The state after each token: a summary of what was read.",
             m::equation(tick(kState.letter), value));
  };
  const char* could_be = "What the new state could be.";
  const auto now = [](const Symbol& symbol) { return tick(symbol.letter); };
  gate(kReset, "How much of the state before the candidate may see: 0 none, 1 all.");
  gate(kUpdate, "How much of the state before is kept: 0 none, 1 all.");
  candidate("GRU candidate", kNewState, could_be, new_state_sum(false));
  candidate("GRU candidate of the reset state", kNewState, could_be, new_state_sum(true));
  gate(kIn, "How much of the candidate is written into the cell.");
  gate(kForget, "How much of the cell is kept.");
  candidate("LSTM candidate", kNewCell, "What could be written.", gate_sum(kNewCell));
  gate(kOut, "How much of the cell is shown.");
  rows.add("LSTM cell", prefix + kCell.title(), "The memory, which is only added to and scaled.",
           m::equation(now(kCell), product(now(kForget), before(kCell.letter)) + m::o("+") +
                                       product(now(kIn), now(kNewCell))));
  state("GRU state",
        product(now(kUpdate), before(kState.letter)) + m::o("+") +
            product(in_brackets(m::n("1") + m::o("−") + now(kUpdate)), now(kNewState)));
  state("LSTM state", product(now(kOut), m::call("tanh", now(kCell))));
  state("relu state", m::call("relu", gate_sum(kState)));
  state("tanh state", m::call("tanh", gate_sum(kState)));
  return std::move(rows).take();
}

void add_weights(Rows& rows) {
  const auto e = [](const char* index) { return m::sub(m::i("e"), m::i(index)); };
  const auto h = m::sub(m::i("h"), m::i("j"));
  const char* fits = "How well the query fits each state of the encoder.";
  rows.add("additive scores", "scores e", fits,
           m::equation(e("tj"), m::sup(m::sub(m::i("w"), m::i("v")), m::i("⊤")) +
                                    m::call("tanh", weighted(m::i("q"), before("s")) + m::o("+") +
                                                        weighted(m::i("k"), h))))
      .step.columns = Axis::source;
  rows.add({"scores", "heads/scores"}, "scores e", fits,
           m::equation(e("tj"), m::fraction(m::i("q") + m::o("·") + m::sub(m::i("k"), m::i("j")),
                                            m::root(m::i("d")))))
      .step.columns = Axis::source;
  auto& weights =
      rows.add({"attention weights", "heads/attention weights"}, "weights α",
               "The softmax of the scores: where the decoder looks while it writes each token.",
               m::equation(m::sub(m::i("α"), m::i("tj")),
                           m::fraction(m::call("exp", e("tj")),
                                       m::sub(m::o("∑"), m::i("k")) + m::call("exp", e("tk")))));
  weights.step.columns = Axis::source;
  weights.step.is_weight = true;
}

std::vector<StepRow> attention_rows() {
  Rows rows("decoder", "decoder/");
  const auto state = [](const std::string& t) { return m::sub(m::i("h"), t); };
  auto& source = rows.add(
      "source context", "context c", "The whole source in one vector, the same at every step.",
      m::equation(m::i("c"), m::call("q", state(m::n("1")) + m::o(",") + m::o("…") + m::o(",") +
                                              state(m::i("T")))));
  source.probes = {"source context"};
  source.step.rows = Axis::number;
  const auto h = m::sub(m::i("h"), m::i("j"));
  rows.add({"keys", "heads/keys"}, "keys",
           "The encoder's states, in the space where queries are compared with them: once for a "
           "sentence.",
           m::equation(m::sub(m::i("k"), m::i("j")), weighted(m::i("k"), h)))
      .step.rows = Axis::source;
  rows.add("query", "query", "The top layer's state before the step asks what to look at.",
           m::equation(m::i("q"), before("s")));
  add_weights(rows);
  rows.add(
      {"context", "heads/output"}, "context c",
      "The mean of the encoder's states, weighted by the attention.",
      m::equation(tick("c"), m::sub(m::o("∑"), m::i("j")) + m::sub(m::i("α"), m::i("tj")) + h));
  return std::move(rows).take();
}

}  // namespace

std::vector<StepRow> recurrent_rows(const std::string& part) {
  std::vector<StepRow> all;
  if (part == "decoder") all = attention_rows();
  for (const char* direction : {"", "forward", "backward"}) append(all, cell_rows(part, direction));
  Rows rows(part, part + "/");
  rows.add("convolutions", "convolutions",
           "What the stack of gated convolutions makes of each token and its neighbors.",
           m::equation(m::i("x"), m::root(m::fraction(m::n("1"), m::n("2"))) +
                                      in_brackets(m::i("x") + m::o("+") +
                                                  product(m::i("v"), m::call("σ", m::i("g"))))));
  const auto sums = [](const std::string& index) { return m::sub(m::i("t̃"), index); };
  const auto pair = m::n("2") + m::i("j");
  rows.add(
      "readout", "readout",
      "State before the step, previous word and context together, the larger of each pair.",
      m::equation(m::sub(m::i("t"), m::i("j")),
                  m::call("max", sums(pair + m::o("−") + m::n("1")) + m::o(",") + sums(pair))));
  append(all, std::move(rows).take());
  return all;
}

}  // namespace regard::explain
