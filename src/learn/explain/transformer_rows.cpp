// Steps of the Transformer: Vaswani et al. (2017), section 3; d2l 11.3 to 11.7.
#include "explain/mathml.h"
#include "explain/step_table.h"
#include "words/symbols.h"

namespace regard::explain {
namespace {

namespace m = mathml;

/// A product with its bias, if the projections of attention have biases: "x W_q + b_q".
std::string with_bias(const std::string& value, const char* index, const Forms& forms) {
  return forms.has_bias ? value + m::o("+") + m::sub(m::i("b"), m::i(index)) : value;
}

/// The input of a sublayer: x, or LN(x).
std::string input_of(const Forms& forms) {
  return forms.is_pre_norm ? m::call("LN", m::i("x")) : m::i("x");
}

std::vector<StepRow> projections(const std::string& part, const std::string& name, Axis keys_axis,
                                 const Forms& forms) {
  Rows rows(part, part + "/layer/" + name + "/heads/");
  const bool is_self = name == "self-attention";
  const auto read = is_self ? input_of(forms) : m::i("h");
  const auto add = [&](const char* probe, const char* letter, const char* index,
                       const std::string& meaning, const std::string& input) -> StepRow& {
    auto& row = rows.add(
        probe, name + ": " + letter, meaning,
        m::equation(m::i(letter), with_bias(input + m::sub(m::i("W"), m::i(index)), index, forms)));
    row.has_heads_side_by_side = true;
    return row;
  };
  add("queries", "Q", "q", "The queries: what each position of x looks for, in this head.",
      input_of(forms));
  add("keys", "K", "k",
      is_self ? "The keys, which queries are compared with: what each position of x has to offer."
              : "The keys, which queries are compared with: what each state h of the encoder has "
                "to offer.",
      read)
      .step.rows = keys_axis;
  add("values", "V", "v",
      is_self ? "The values: what a position of x passes on to those that attend to it."
              : "The values: what a state h of the encoder passes on to those that attend to it.",
      read)
      .step.rows = keys_axis;
  return std::move(rows).take();
}

std::vector<StepRow> weights(const std::string& part, const std::string& name, Axis keys_axis) {
  Rows rows(part, part + "/layer/" + name + "/heads/");
  const bool is_causal = part == "decoder" && name == "self-attention";
  rows.add(
      "scores", name + ": Q Kᵀ / √dₖ",
      "How well each query and key fit. At the start of training, the root keeps the variance of "
      "the products near 1.",
      m::equation(m::i("e"), m::fraction(m::i("Q") + m::sup(m::i("K"), m::i("⊤")),
                                         m::root(m::sub(m::i("d"), m::i("k"))))));
  rows.add("additive scores", name + ": scores",
           "How well each query and key fit, according to a small network.",
           m::equation(m::i("e"), m::sub(m::i("w"), m::i("v")) + m::o("·") +
                                      m::call("tanh", m::i("q") + m::o("+") + m::i("k"))));
  rows.add("masked scores", name + ": mask",
           is_causal
               ? "Scores of later positions become −10⁶: a position sees itself and what was "
                 "before it."
               : "Every token of one sentence may be seen; in a batch, padding would get −10⁶.",
           m::row(m::i("e") + m::o("∈") + m::o("{") + m::i("e") + m::o(",") + m::o("−") +
                  m::sup(m::n("10"), m::n("6")) + m::o("}")));
  rows.add("attention weights", name + ": softmax", "The attention weights: each row sums to 1.",
           m::equation(m::i("α"), m::fraction(m::call("exp", m::i("e")),
                                              m::o("∑") + m::call("exp", m::i("e")))))
      .step.is_weight = true;
  auto all = std::move(rows).take();
  for (auto& row : all) row.step.columns = keys_axis;
  return all;
}

std::vector<StepRow> attention(const std::string& part, const std::string& name, Axis keys_axis,
                               const Forms& forms) {
  auto all = projections(part, name, keys_axis, forms);
  append(all, weights(part, name, keys_axis));
  Rows rows(part, part + "/layer/" + name + "/heads/");
  rows.add("context", name + ": α V", "Each query's mean of the values, weighted by its attention.",
           m::equation(m::i("head"), m::i("α") + m::i("V")));
  rows.add("output", name + ": W_o", "The heads side by side, through one more matrix.",
           m::equation(m::i("y"), with_bias(m::row(m::o("[") + m::sub(m::i("head"), m::n("1")) +
                                                   m::o(";") + m::o("…") + m::o("]")) +
                                                m::sub(m::i("W"), m::i("o")),
                                            "o", forms)));
  append(all, std::move(rows).take());
  return all;
}

std::vector<StepRow> feed_forward(const std::string& part, const Forms& forms) {
  Rows rows(part, part + "/layer/feed-forward/");
  const auto indexed = [](const char* letter, const char* index) {
    return m::sub(m::i(letter), m::n(index));
  };
  rows.add("hidden", "feed-forward: hidden",
           "Each position by itself, widened and passed through an activation φ.",
           m::equation(m::i("h"), m::call("φ", indexed("W", "1") + input_of(forms) + m::o("+") +
                                                   indexed("b", "1"))));
  rows.add("output", "feed-forward: result", "And back to the model's width.",
           m::equation(m::i("y"), indexed("W", "2") + m::i("h") + m::o("+") + indexed("b", "2")));
  return std::move(rows).take();
}

/// Rows for a recurrent unit that replaces the decoder's self-attention.
std::vector<StepRow> recurrence(const std::string& part) {
  Rows rows(part, part + "/layer/recurrence/");
  using words::symbols::kCell, words::symbols::kForget, words::symbols::kNewCell;
  const auto forget = tick(kForget.letter), made = tick(kNewCell.letter);
  rows.add("SSRU candidate", "recurrence: candidate", "A candidate value for the cell.",
           m::equation(made, m::i("W") + tick("x")));
  rows.add(kForget.name, "recurrence: " + kForget.title(),
           "How much of the previous cell is kept: 0 none, 1 all.",
           m::equation(forget, m::call("σ", m::sub(m::i("W"), m::i("f")) + tick("x") + m::o("+") +
                                                m::sub(m::i("b"), m::i("f")))))
      .step.is_weight = true;
  rows.add("SSRU cell", "recurrence: cell", "A mean of what was read, in which the past fades.",
           m::equation(tick(kCell.letter),
                       forget + m::o("⊙") + before(kCell.letter) + m::o("+") +
                           m::row(m::o("(") + m::n("1") + m::o("−") + forget + m::o(")")) +
                           m::o("⊙") + made));
  rows.add("SSRU state", "recurrence: state", "The result that the sublayer adds to its input.",
           m::equation(tick("h"), m::call("relu", tick(kCell.letter))));
  return std::move(rows).take();
}

/// Rows for a sublayer f in x + f(LN(x)), or LN(x + f(x)).
std::vector<StepRow> sublayer(const std::string& part, const std::string& name,
                              std::vector<StepRow> inner) {
  Rows before(part, part + "/layer/" + name + '/'), after(part, part + "/layer/" + name + '/');
  before.add(
      "norm", "norm before " + name,
      "Each position is normalized over its numbers before the sublayer reads it.",
      m::equation(m::call("LN", m::i("x")),
                  m::i("γ") +
                      m::fraction(m::i("x") + m::o("−") + m::i("μ"),
                                  m::root(m::sup(m::i("σ"), m::n("2")) + m::o("+") + m::i("ε"))) +
                      m::o("+") + m::i("β")));
  after.add("sum", "add after " + name,
            "The residual connection: the sublayer's result is added to its input.",
            m::equation(m::i("x"), m::i("x") + m::o("+") + m::call("f", m::call("LN", m::i("x")))));
  after.add("normalized sum", "add & norm after " + name,
            "The sublayer's result is added to its input, and each position normalized over its "
            "numbers.",
            m::equation(m::i("x"), m::call("LN", m::i("x") + m::o("+") + m::call("f", m::i("x")))));
  auto all = std::move(before).take();
  append(all, std::move(inner));
  append(all, std::move(after).take());
  return all;
}

}  // namespace

std::vector<StepRow> input_rows(const std::string& part, const Forms& forms) {
  Rows rows(part, part + '/');
  if (part == "decoder") {
    const auto last = m::sub(m::i("h"), m::i("T"));
    const auto start = [&](const char* probe, const char* meaning, const std::string& value) {
      auto& row =
          rows.add(probe, "first state", meaning, m::equation(m::sub(m::i("s"), m::n("0")), value));
      row.probes = {probe};  // without the prefix: it is between the parts
      row.step.rows = Axis::number;
    };
    if (forms.is_convolutional) {
      start("layer/first state",
            "Where the decoder starts: the mean of the encoder's states, through a layer; each "
            "layer of the decoder takes a part of the result.",
            m::call("tanh", m::i("W") + m::i("h̄") + m::o("+") + m::i("b")));
    } else {
      start("layer/first state",
            "Where the decoder starts: the encoder's last state of the same layer.", last);
    }
    start("layer/first state of both directions",
          "Where the decoder starts: the last states of both directions, through a layer.",
          m::call("tanh", m::i("W") +
                              m::row(m::o("[") + last + m::o(";") + m::sub(m::i("h"), m::n("1")) +
                                     m::o("]")) +
                              m::o("+") + m::i("b")));
  }
  const auto position = m::equation(
      m::sub(m::i("P"), m::i("p") + m::o(",") + m::n("2") + m::i("j")),
      m::call("sin", m::fraction(m::i("p"), m::sup(m::n("10000"), m::n("2") + m::i("j") +
                                                                      m::o("/") + m::i("d")))));
  const auto vector = m::sub(m::i("E"), m::i("token"));
  rows.add({"embedding", "source embedding"}, "embedding",
           "The row of the embedding matrix that belongs to each token.",
           m::equation(m::i("x"), vector));
  rows.add({"scaled embedding", "scaled source embedding"}, "embedding × √d",
           "Each row times √d, the root of its size, before the positions are added.",
           m::equation(m::i("x"), m::root(m::i("d")) + vector));
  rows.add({"sinusoidal positions", "source positions"}, "positions",
           "Sines and cosines of each position, of falling frequencies.", position);
  rows.add("sines, then cosines", "positions",
           "All sines of each position, then all cosines, of falling frequencies ω.",
           m::equation(m::sub(m::i("P"), m::i("p") + m::o(",") + m::i("j")),
                       m::call("sin", m::i("p") + m::sub(m::i("ω"), m::i("j")))));
  rows.add("learned positions", "positions", "A learned vector for each position.",
           m::equation(m::sub(m::i("P"), m::i("p")), m::sub(m::i("V"), m::i("p"))));
  rows.add({"input", "source input"}, "+ position",
           "The first layer's input: the token and its position.",
           m::equation(m::sup(m::i("x"), m::n("0")), m::i("x") + m::o("+") + m::i("P")));
  rows.add("normalized input", "first normalization", "The input of the stack, normalized.",
           m::call("LN", m::sup(m::i("x"), m::n("0"))));
  return std::move(rows).take();
}

std::vector<StepRow> transformer_rows(const std::string& part, const Forms& forms) {
  const auto of = [&](const char* name, Axis keys_axis) {
    return sublayer(part, name, attention(part, name, keys_axis, forms));
  };
  auto all = of("self-attention", own_axis(part));
  if (part == "decoder") {
    append(all, sublayer(part, "recurrence", recurrence(part)));
    append(all, of("cross-attention", Axis::source));
  }
  append(all, sublayer(part, "feed-forward", feed_forward(part, forms)));
  Rows rows(part, part + '/');
  rows.add("normalized states", "last normalization", "The states of the last block, normalized.",
           m::equation(m::i("h"), m::call("LN", m::i("x"))));
  append(all, std::move(rows).take());
  return all;
}

}  // namespace regard::explain
