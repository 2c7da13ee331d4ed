// Steps of recurrent encoder-decoders: Bahdanau et al. (2015), appendix A; d2l 10.1, 10.2, 10.7 and
// 11.4.
#include "explain/mathml.h"
#include "explain/step_table.h"

namespace regard::explain {
namespace {

namespace m = mathml;

std::string tick(const std::string& letter) { return m::sub(m::i(letter), m::i("t")); }
std::string before(const std::string& letter) {
  return m::sub(m::i(letter), m::i("t") + m::o("−") + m::n("1"));
}

std::string weighted(const std::string& index, const std::string& x) {
  return m::sub(m::i("W"), index) + x;
}
/// W_x x + W_h h + b for a gate.
std::string gate_sum(const std::string& index) {
  return weighted(m::i("x") + m::i(index), tick("x")) + m::o("+") +
         weighted(m::i("h") + m::i(index), before("h")) + m::o("+") +
         m::sub(m::i("b"), m::i(index));
}
std::string product(const std::string& a, const std::string& b) { return a + m::o("⊙") + b; }
std::string in_brackets(const std::string& content) {
  return m::row(m::o("(") + content + m::o(")"));
}

/// Rows for gates, states and cells of the layers in one direction.
std::vector<StepRow> cell_rows(const std::string& part, const std::string& direction) {
  Rows rows(part, part + "/layer/" + (direction.empty() ? "" : direction + "/"));
  const std::string prefix = direction.empty() ? "" : direction + " ";
  const auto gate = [&](const char* probe, const char* letter, const char* meaning) {
    rows.add(probe, prefix + probe + ' ' + letter, meaning,
             m::equation(tick(letter), m::call("σ", gate_sum(letter))))
        .step.is_weight = true;
  };
  const auto candidate = [&](const char* probe, const char* meaning, const std::string& sum) {
    rows.add(probe, prefix + "candidate n", meaning, m::equation(tick("n"), m::call("tanh", sum)));
  };
  const auto state = [&](const char* probe, const std::string& value) {
    rows.add(probe, prefix + "state", "The state after each token: a summary of what was read.",
             m::equation(tick("h"), value));
  };
  const char* could_be = "What the new state could be.";
  const auto bias = [](const char* index) { return m::sub(m::i("b"), m::i(index) + m::i("n")); };
  const auto input = weighted(m::i("x") + m::i("n"), tick("x")) + m::o("+") + bias("x") + m::o("+");
  gate("reset gate", "r", "How much of the state before the candidate may see: 0 none, 1 all.");
  gate("update gate", "z", "How much of the state before is kept: 0 none, 1 all.");
  candidate("GRU candidate", could_be,
            input + product(tick("r"), in_brackets(weighted(m::i("h") + m::i("n"), before("h")) +
                                                   m::o("+") + bias("h"))));
  candidate("GRU candidate of the reset state", could_be,
            input + weighted(m::i("h") + m::i("n"), in_brackets(product(tick("r"), before("h")))) +
                m::o("+") + bias("h"));
  gate("input gate", "i", "How much of the candidate is written into the cell.");
  gate("forget gate", "f", "How much of the cell is kept.");
  candidate("LSTM candidate", "What could be written.", gate_sum("n"));
  gate("output gate", "o", "How much of the cell is shown.");
  rows.add("LSTM cell", prefix + "cell c", "The memory, which is only added to and scaled.",
           m::equation(tick("c"), product(tick("f"), before("c")) + m::o("+") +
                                      product(tick("i"), tick("n"))));
  state("GRU state", product(in_brackets(m::n("1") + m::o("−") + tick("z")), tick("n")) +
                         m::o("+") + product(tick("z"), before("h")));
  state("LSTM state", product(tick("o"), m::call("tanh", tick("c"))));
  state("relu state", m::call("relu", gate_sum("h")));
  state("tanh state", m::call("tanh", gate_sum("h")));
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
  const auto u = [](const std::string& index) { return m::sub(m::i("u"), index); };
  const auto pair = m::n("2") + m::i("j");
  rows.add("readout", "readout",
           "State before the step, previous word and context together, the larger of each pair.",
           m::equation(m::sub(m::i("t"), m::i("j")),
                       m::call("max", u(pair) + m::o(",") + u(pair + m::o("+") + m::n("1")))));
  append(all, std::move(rows).take());
  return all;
}

}  // namespace regard::explain
