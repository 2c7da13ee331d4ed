// Steps of the decoder that attends between two cells: Sennrich et al. (2017), equations 1 to 8.
#include "explain/mathml.h"
#include "explain/step_table.h"

namespace regard::explain {
namespace {

namespace m = mathml;

std::string at(const std::string& letter, const char* index) {
  return m::sub(m::i(letter), m::i(index));
}

/// The product of W_index and x.
std::string map(const char* index, const std::string& x) {
  return m::sub(m::i("W"), m::i(index)) + x;
}

void add_attention(Rows& rows) {
  const auto h = at("h", "j"), query = m::sup(at("s", "t"), m::o("′"));
  rows.add("keys", "keys",
           "The encoder's states, in the space where they are compared with the decoder's state.",
           m::equation(at("k", "j"), map("k", h) + m::o("+") + m::i("b")))
      .step.rows = Axis::source;
  rows.add("additive scores", "scores e",
           "How well the state after the first cell fits each state of the encoder.",
           m::equation(at("e", "tj"),
                       m::sup(at("w", "v"), m::i("⊤")) +
                           m::call("tanh", map("q", query) + m::o("+") + at("k", "j"))))
      .step.columns = Axis::source;
  auto& weights =
      rows.add("attention weights", "weights α",
               "The softmax of the scores: where the decoder looks while it writes each token.",
               m::equation(at("α", "tj"), m::call("softmax", at("e", "tj"))));
  weights.step.columns = Axis::source;
  weights.step.is_weight = true;
  rows.add("context", "context c", "The mean of the encoder's states, weighted by the attention.",
           m::equation(at("c", "t"), m::sub(m::o("∑"), m::i("j")) + at("α", "tj") + h));
}

}  // namespace

std::vector<StepRow> conditional_rows(const std::string& part) {
  Rows rows(part, part + "/cells/");
  rows.add("first state", "first state",
           "Where each layer of the decoder starts: the mean of the encoder's states, through a "
           "layer.",
           m::equation(m::sub(m::i("s"), m::n("0")),
                       m::call("tanh", m::i("W") + m::i("h̄") + m::o("+") + m::i("b"))))
      .step.rows = Axis::number;
  add_attention(rows);
  rows.add("layer/GRU state", "state after each cell",
           "The first cell reads the previous word, the second the context; further cells have no "
           "input.",
           m::equation(at("s", "t"),
                       m::call("GRU", at("c", "t") + m::o(",") + m::sup(at("s", "t"), m::o("′")))));
  rows.add(
      "readout", "readout", "The output layer's input: word, state and context together.",
      m::equation(m::i("t"),
                  m::call("tanh", map("y", at("y", "t−1")) + m::o("+") + map("s", at("s", "t")) +
                                      m::o("+") + map("c", at("c", "t")) + m::o("+") + m::i("b"))));
  return std::move(rows).take();
}

}  // namespace regard::explain
