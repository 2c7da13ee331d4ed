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
/// A letter at the step that was read before: t − 1, or t + 1 when reading from right to left.
std::string read_before(const std::string& letter, bool backward) {
  return backward ? m::sub(m::i(letter), m::i("t") + m::o("+") + m::n("1")) : before(letter);
}
/// The sum in a gate: X_t W_xr + H_{t−1} W_hr + b_r.
std::string gate_sum(const Symbol& symbol, bool backward) {
  return of_input(symbol) + m::o("+") + of_state(read_before(kState.letter, backward), symbol) +
         m::o("+") + bias_of(symbol);
}
std::string product(const std::string& a, const std::string& b) { return a + m::o("⊙") + b; }
std::string in_brackets(const std::string& content) {
  return m::row(m::o("(") + content + m::o(")"));
}

/// The sum of a GRU's candidate. The reset gate scales the state or its product with the weights.
std::string new_state_sum(bool reset_before, bool backward) {
  const auto reset = tick(kReset.letter), state = read_before(kState.letter, backward);
  const auto second_bias = m::sub(m::sup(m::i("b"), m::o("′")), m::i(kNewState.index));
  const auto input = of_input(kNewState) + m::o("+");
  return reset_before
             ? input + of_state(in_brackets(product(reset, state)), kNewState) + m::o("+") +
                   bias_of(kNewState)
             : input + bias_of(kNewState) + m::o("+") +
                   product(reset,
                           in_brackets(of_state(state, kNewState) + m::o("+") + second_bias));
}

/// Rows of the layers in one direction.
class CellRows {
 public:
  CellRows(const std::string& part, const std::string& direction)
      : rows_(part, part + "/layer/" + (direction.empty() ? "" : direction + "/")),
        prefix_(direction.empty() ? "" : direction + " "),
        backward_(direction == "backward"),
        is_decoder_(part == "decoder") {}

  void gate(const Symbol& symbol, const char* meaning) {
    rows_
        .add(symbol.name, prefix_ + symbol.title(), with_input(meaning),
             m::equation(tick(symbol.letter), m::call("σ", sum(symbol))))
        .step.is_weight = true;
  }
  void candidate(const char* probe, const Symbol& symbol, const char* meaning,
                 const std::string& sum) {
    rows_.add(probe, prefix_ + symbol.title(), with_input(meaning),
              m::equation(tick(symbol.letter), m::call("tanh", sum)));
  }
  void state(const char* probe, const std::string& value) {
    rows_.add(probe, prefix_ + "state",
              backward_ ? "The state after each token, read from the last one on: a summary of "
                          "what follows it."
                        : "The state after each token: a summary of what was read.",
              m::equation(tick(kState.letter), value));
  }
  void cell(const std::string& value) {
    rows_.add("LSTM cell", prefix_ + kCell.title(),
              "The memory, which is only added to and scaled.",
              m::equation(tick(kCell.letter), value));
  }

  std::string sum(const Symbol& symbol) const { return gate_sum(symbol, backward_); }
  std::string new_state(bool reset_before) const { return new_state_sum(reset_before, backward_); }
  std::string last(const Symbol& symbol) const { return read_before(symbol.letter, backward_); }
  std::vector<StepRow> take() && { return std::move(rows_).take(); }

 private:
  /// The meaning of a row and, in a decoder, the input of the first layer.
  std::string with_input(const std::string& meaning) const {
    return is_decoder_ ? meaning +
                             " X is the context next to the embedded previous word, and in "
                             "higher layers the state below."
                       : meaning;
  }

  Rows rows_;
  std::string prefix_;
  bool backward_, is_decoder_;
};

/// Rows for gates, states and cells of the layers in one direction.
std::vector<StepRow> cell_rows(const std::string& part, const std::string& direction) {
  CellRows rows(part, direction);
  const auto now = [](const Symbol& symbol) { return tick(symbol.letter); };
  const char* could_be = "A candidate for the new state.";
  rows.gate(kReset, "How much of the previous state the candidate may see: 0 none, 1 all.");
  rows.gate(kUpdate, "How much of the previous state is kept: 0 none, 1 all.");
  rows.candidate("GRU candidate", kNewState, could_be, rows.new_state(false));
  rows.candidate("GRU candidate of the reset state", kNewState, could_be, rows.new_state(true));
  rows.gate(kIn, "How much of the candidate is written into the cell.");
  rows.gate(kForget, "How much of the cell is kept.");
  rows.candidate("LSTM candidate", kNewCell, "A candidate for the new cell.", rows.sum(kNewCell));
  rows.gate(kOut, "How much of the cell is shown.");
  rows.cell(product(now(kForget), rows.last(kCell)) + m::o("+") + product(now(kIn), now(kNewCell)));
  rows.state("GRU state",
             product(now(kUpdate), rows.last(kState)) + m::o("+") +
                 product(in_brackets(m::n("1") + m::o("−") + now(kUpdate)), now(kNewState)));
  rows.state("LSTM state", product(now(kOut), m::call("tanh", now(kCell))));
  rows.state("relu state", m::call("relu", rows.sum(kState)));
  rows.state("tanh state", m::call("tanh", rows.sum(kState)));
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
  const auto scaled = [&](const std::string& key, const std::string& size) {
    return m::equation(
        e("tj"), m::fraction(m::i("q") + m::o("·") + m::sub(m::i(key), m::i("j")), m::root(size)));
  };
  rows.add("scores", "scores e", fits, scaled("h", m::i("d"))).step.columns = Axis::source;
  rows.add("heads/scores", "scores e", fits, scaled("k", m::sub(m::i("d"), m::i("k"))))
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

std::string bias_of_heads(const char* index, const Forms& forms) {
  return forms.has_bias ? m::o("+") + m::sub(m::i("b"), m::i(index)) : "";
}

/// Adds the queries, keys and values of each head.
void add_projections(Rows& rows, const Forms& forms) {
  const auto projected = [&](const char* index, const std::string& x) {
    return x + m::sub(m::i("W"), m::i(index)) + bias_of_heads(index, forms);
  };
  const auto of_source = [&](const char* probe, const char* letter, const char* meaning) {
    auto& row = rows.add(std::vector{std::string("heads/") + probe}, probe, meaning,
                         m::equation(m::sub(m::i(letter), m::i("j")),
                                     projected(letter, m::sub(m::i("h"), m::i("j")))));
    row.step.rows = Axis::source;
    row.has_heads_side_by_side = true;
  };
  of_source("keys", "k",
            "The keys, which queries are compared with: what each state h of the encoder has to "
            "offer.");
  of_source("values", "v",
            "The values: what a state h of the encoder passes on to those that attend to it.");
  rows.add("query", "query", "The top layer's state before the step asks what to look at.",
           m::equation(m::i("q"), before("s")));
  auto& queries = rows.add("heads/queries", "query of the head",
                           "The query: what this step looks for, in this head.",
                           m::equation(m::i("q"), projected("q", before("s"))));
  queries.has_heads_side_by_side = true;
}

std::vector<StepRow> attention_rows(const Forms& forms) {
  Rows rows("decoder", "decoder/");
  const auto state = [](const std::string& t) { return m::sub(m::i("h"), t); };
  auto& source = rows.add(
      "source context", "context c", "The whole source in one vector, the same at every step.",
      m::equation(m::i("c"), m::call("q", state(m::n("1")) + m::o(",") + m::o("…") + m::o(",") +
                                              state(m::i("T")))));
  source.probes = {"source context"};
  source.step.rows = Axis::number;
  const auto h = m::sub(m::i("h"), m::i("j"));
  rows.add("keys", "keys",
           "The encoder's states, in the space where queries are compared with them: once for a "
           "sentence.",
           m::equation(m::sub(m::i("k"), m::i("j")), weighted(m::i("k"), h)))
      .step.rows = Axis::source;
  add_projections(rows, forms);
  add_weights(rows);
  const auto mean = m::sub(m::o("∑"), m::i("j")) + m::sub(m::i("α"), m::i("tj"));
  rows.add("context", "context c", "The mean of the encoder's states, weighted by the attention.",
           m::equation(tick("c"), mean + h));
  rows.add("heads/context", "head: α V",
           "Each query's mean of the values, weighted by its attention.",
           m::equation(m::i("head"), mean + m::sub(m::i("v"), m::i("j"))));
  const auto heads =
      m::row(m::o("[") + m::sub(m::i("head"), m::n("1")) + m::o(";") + m::o("…") + m::o("]"));
  rows.add(
      "heads/output", "context c", "The heads side by side, through one more matrix.",
      m::equation(tick("c"), heads + m::sub(m::i("W"), m::i("o")) + bias_of_heads("o", forms)));
  return std::move(rows).take();
}

}  // namespace

std::vector<StepRow> recurrent_rows(const std::string& part, const Forms& forms) {
  std::vector<StepRow> all;
  if (part == "decoder") all = attention_rows(forms);
  for (const char* direction : {"", "forward", "backward"}) append(all, cell_rows(part, direction));
  Rows rows(part, part + "/");
  rows.add("convolutions", "convolutions",
           "The result of the gated convolutions for each token and its neighbors.",
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
