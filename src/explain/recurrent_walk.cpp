// Recurrent encoder-decoders, one equation after the other: Bahdanau et al. (2015), appendix A; d2l
// 10.1, 10.2, 10.7 and 11.4; on one sentence.
#include <algorithm>
#include <cmath>

#include "mathml.h"
#include "regard/base/str.h"
#include "regard/model/rnn_attention.h"
#include "regard/model/rnn_context.h"
#include "steps.h"

namespace regard::explain {
namespace {

namespace m = mathml;

std::string tick(const std::string& letter) { return m::sub(m::i(letter), m::i("t")); }
std::string before(const std::string& letter) {
  return m::sub(m::i(letter), m::i("t") + m::o("−") + m::n("1"));
}

/// The result of a step of a cell, and its gates by name.
struct CellResult {
  torch::Tensor hidden, cell;
  std::vector<std::pair<std::string, torch::Tensor>> gates;
};

/// ops/recurrent_step.h's equations of one row: x (input), h and c (hidden_size).
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

/// What computes a gate, in src/ops/recurrent_step.cpp.
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
  if (*line != 0) return {"src/ops/recurrent_step.cpp", line};
  return {"include/regard/ops/recurrent_step.h", "///         h' = (1 - z) * n + z * h;"};
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

/// Rows of gates and states while a layer is read, which become steps.
class LayerRows {
 public:
  void add(const CellResult& result) {
    for (const auto& [name, gate] : result.gates) rows_of(name).push_back(gate);
    rows_of("state").push_back(result.hidden);
  }
  /// Adds the steps of a layer; `prefix` before their titles.
  void finish(Steps& steps, ops::Cell cell, const std::string& part, Axis axis,
              const std::string& prefix, size_t layer, bool turn) {
    for (auto& [name, rows] : all_) {
      if (turn) std::reverse(rows.begin(), rows.end());
      const bool is_state = name == "state";
      const auto text = is_state
                            ? GateText{"The state after each token: a summary of what was read.",
                                       formula_of_state(cell), ""}
                            : text_of(cell, name);
      steps.add({.part = part,
                 .title = prefix + name,
                 .meaning = text.name,
                 .formula = text.formula,
                 .source = is_state ? source_of_state(cell)
                                    : Citation{"src/ops/recurrent_step.cpp", text.line},
                 .rows = axis,
                 .is_weight = name.find("gate") != std::string::npos},
                layer, torch::stack(rows));
    }
  }

 private:
  std::vector<torch::Tensor>& rows_of(const std::string& name) {
    for (auto& [known, rows] : all_) {
      if (known == name) return rows;
    }
    return all_.emplace_back(name, std::vector<torch::Tensor>()).second;
  }
  std::vector<std::pair<std::string, std::vector<torch::Tensor>>> all_;
};

struct Encoded {
  torch::Tensor states;      // (source, directions * hidden_size)
  ops::RecurrentState last;  // of each layer and direction, one row without a batch
};

ops::CellState zeros(const nn::RecurrentOptions& options) {
  const auto zero = torch::zeros({options.hidden_size});
  return {zero, options.cell == ops::Cell::lstm ? zero : torch::Tensor()};
}

Encoded encode(Steps& steps, const nn::RecurrentImpl& rnn, const torch::Tensor& embedded) {
  const auto& options = rnn.options();
  Encoded encoded{embedded, {}};
  const size_t directions = options.bidirectional ? 2 : 1;
  for (size_t layer = 0; layer < static_cast<size_t>(options.layers); ++layer) {
    std::vector<torch::Tensor> sides;
    for (size_t direction = 0; direction < directions; ++direction) {
      const bool backward = direction == 1;
      auto state = zeros(options);
      LayerRows rows;
      auto order = encoded.states.unbind(0);
      if (backward) std::reverse(order.begin(), order.end());
      std::vector<torch::Tensor> states;
      for (const auto& x : order) {
        const auto result =
            step_of(options.cell, rnn.weights()[layer * directions + direction], x, state);
        state = {result.hidden, result.cell};
        rows.add(result);
        states.push_back(result.hidden);
      }
      if (backward) std::reverse(states.begin(), states.end());
      rows.finish(steps, options.cell, "encoder", Axis::source,
                  directions == 1 ? ""
                  : backward      ? "backward "
                                  : "forward ",
                  layer, backward);
      sides.push_back(torch::stack(states));
      encoded.last.push_back(state);
    }
    encoded.states = torch::cat(sides, 1);
  }
  return encoded;
}

torch::Tensor embed(Steps& steps, const std::string& part, Axis axis, const torch::Tensor& weight,
                    const torch::Tensor& ids) {
  const auto x = weight.index_select(0, ids);
  steps.add(
      {.part = part,
       .title = "embedding",
       .meaning = "The row of the embedding matrix that belongs to each token.",
       .formula = m::equation(m::i("x"), m::sub(m::i("E"), m::i("token"))),
       .source = part == "encoder"
                     ? Citation{"src/model/rnn_encoder.cpp",
                                "return rnn(ops::seeded_dropout(embedding(source.t()), dropout_, "
                                "is_training()), lengths);"}
                     : Citation{"src/model/rnn_decoder.cpp",
                                "const auto embedded = ops::seeded_dropout(embedding(target.t()), "
                                "options_.on_embeddings(),"},
       .rows = axis},
      0, x);
  return x;
}

/// The decoder's first state, as the model's own bridge makes it.
ops::RecurrentState bridged(Steps& steps, model::RnnBridgeImpl& bridge, ops::RecurrentState last) {
  for (auto& layer : last) layer = layer.map([](const torch::Tensor& x) { return x.unsqueeze(0); });
  auto first = bridge.forward(last);
  for (size_t layer = 0; layer < first.size(); ++layer) {
    first[layer] = first[layer].map([](const torch::Tensor& x) { return x.squeeze(0); });
    steps.add({.part = "decoder",
               .title = "first state",
               .meaning = "Where the decoder starts: the encoder's last states, of both directions "
                          "through a layer.",
               .formula = m::equation(
                   m::sub(m::i("s"), m::n("0")),
                   m::i("g") + m::row(m::o("(") + m::sub(m::i("h"), m::i("T")) + m::o(")"))),
               .source = {"src/model/rnn_encoder.cpp",
                          "first[layer].hidden = hidden_[layer](torch::cat({forward.hidden, "
                          "backward.hidden}, -1)).tanh();"},
               .rows = Axis::number},
              layer, first[layer].hidden.unsqueeze(0));
  }
  return first;
}

/// Scores, weights and context of one query, for each head.
struct Attending {
  std::vector<torch::Tensor> scores, weights;  // (source)
  torch::Tensor context;
};

class AttentionWalk {
 public:
  AttentionWalk(const model::RnnAttention& model, const Weights& weights,
                const torch::Tensor& states)
      : options_(model.options()), weights_(weights), states_(states) {
    if (options_.attention != model::RnnAttentionScore::dot)
      keys_ = weights_.linear("W_k", states_);
    if (options_.attention == model::RnnAttentionScore::multi_head)
      values_ = weights_.linear("W_v", states_);
  }

  const torch::Tensor& keys() const { return keys_; }

  Attending operator()(const torch::Tensor& query) const {
    if (options_.attention == model::RnnAttentionScore::additive) {
      const auto e =
          (weights_.linear("W_q", query) + keys_).tanh().matmul(weights_["w_v.weight"].squeeze(0));
      const auto alpha = e.softmax(0);
      return {{e}, {alpha}, alpha.matmul(states_)};
    }
    if (options_.attention == model::RnnAttentionScore::dot) {
      const auto e = states_.matmul(query) / std::sqrt(static_cast<double>(query.size(0)));
      const auto alpha = e.softmax(0);
      return {{e}, {alpha}, alpha.matmul(states_)};
    }
    Attending result;
    const auto q = weights_.linear("W_q", query).chunk(options_.heads);
    const auto k = keys_.chunk(options_.heads, 1), v = values_.chunk(options_.heads, 1);
    std::vector<torch::Tensor> contexts;
    for (size_t head = 0; head < q.size(); ++head) {
      result.scores.push_back(k[head].matmul(q[head]) /
                              std::sqrt(static_cast<double>(q[head].size(0))));
      result.weights.push_back(result.scores.back().softmax(0));
      contexts.push_back(result.weights.back().matmul(v[head]));
    }
    result.context = weights_.linear("W_o", torch::cat(contexts));
    return result;
  }

  /// Steps of the queries (target, size), scores and weights (of each head: rows of source).
  void finish(Steps& steps, const std::vector<Attending>& rows,
              const std::vector<torch::Tensor>& queries) const {
    const bool additive = options_.attention == model::RnnAttentionScore::additive;
    steps.add({.part = "decoder",
               .title = "query",
               .meaning = "The top layer's state before the step asks what to look at.",
               .formula = m::equation(m::i("q"), before("s")),
               .source = {"src/ops/attention_recurrence.cpp",
                          "const auto attended = attend(state.back().hidden.unsqueeze(1));"}},
              0, torch::stack(queries));
    Step scores{
        .part = "decoder",
        .title = "scores e",
        .meaning = "How well the query fits each state of the encoder.",
        .formula =
            additive
                ? m::equation(m::sub(m::i("e"), m::i("tj")),
                              m::sup(m::sub(m::i("w"), m::i("v")), m::i("⊤")) +
                                  m::call("tanh", m::sub(m::i("W"), m::i("q")) + before("s") +
                                                      m::o("+") + m::sub(m::i("W"), m::i("k")) +
                                                      m::sub(m::i("h"), m::i("j"))))
                : m::equation(m::sub(m::i("e"), m::i("tj")),
                              m::fraction(m::i("q") + m::o("·") + m::sub(m::i("k"), m::i("j")),
                                          m::root(m::i("d")))),
        .source = additive
                      ? Citation{"src/nn/additive_attention.cpp",
                                 "const auto scores = ops::additive_score(W_q(query), "
                                 "projected_keys, w_v->weight.squeeze(0));"}
                      : Citation{"src/ops/dot_product_attention.cpp",
                                 "auto weights = masked_softmax(scaled.matmul(keys.transpose(-2, "
                                 "-1)), mask);  // (..., query, key)"},
        .columns = Axis::source};
    steps.add(scores, 0, stacked(rows, &Attending::scores));
    auto weights = scores;
    weights.title = "weights α";
    weights.meaning =
        "The softmax of the scores: where the decoder looks while it writes each token.";
    weights.formula = m::equation(
        m::sub(m::i("α"), m::i("tj")),
        m::fraction(m::call("exp", m::sub(m::i("e"), m::i("tj"))),
                    m::sub(m::o("∑"), m::i("k")) + m::call("exp", m::sub(m::i("e"), m::i("tk")))));
    weights.source = {"src/ops/masked_softmax.cpp",
                      "return scores.masked_fill(mask.logical_not(), -1e6).softmax(-1);"};
    weights.is_weight = true;
    steps.add(weights, 0, stacked(rows, &Attending::weights));
    std::vector<torch::Tensor> contexts;
    for (const auto& row : rows) contexts.push_back(row.context);
    steps.add(
        {.part = "decoder",
         .title = "context c",
         .meaning = "The mean of the encoder's states, weighted by the attention.",
         .formula =
             m::equation(tick("c"), m::sub(m::o("∑"), m::i("j")) + m::sub(m::i("α"), m::i("tj")) +
                                        m::sub(m::i("h"), m::i("j"))),
         .source =
             {"src/nn/additive_attention.cpp",
              "auto context = ops::seeded_dropout(weights, dropout_, is_training()).bmm(values);"}},
        0, torch::stack(contexts));
  }

 private:
  static std::vector<torch::Tensor> stacked(const std::vector<Attending>& rows,
                                            std::vector<torch::Tensor> Attending::*member) {
    std::vector<torch::Tensor> heads;
    for (size_t head = 0; head < (rows.front().*member).size(); ++head) {
      std::vector<torch::Tensor> all;
      for (const auto& row : rows) all.push_back((row.*member)[head]);
      heads.push_back(torch::stack(all));
    }
    return heads;
  }

  const model::RnnAttentionOptions& options_;
  Weights weights_;
  torch::Tensor states_, keys_, values_;
};

/// All layers of a decoder at one position: x is what the first reads.
torch::Tensor step_layers(const nn::RecurrentImpl& rnn, torch::Tensor x, ops::RecurrentState& state,
                          std::vector<LayerRows>& rows) {
  for (size_t layer = 0; layer < state.size(); ++layer) {
    const auto result = step_of(rnn.options().cell, rnn.weights()[layer], x, state[layer]);
    rows[layer].add(result);
    state[layer] = {result.hidden, result.cell};
    x = result.hidden;
  }
  return x;
}

void finish_layers(Steps& steps, const nn::RecurrentImpl& rnn, std::vector<LayerRows>& rows) {
  for (size_t layer = 0; layer < rows.size(); ++layer) {
    rows[layer].finish(steps, rnn.options().cell, "decoder", Axis::target, "", layer, false);
  }
}

template <class Module>
const Module& module_at(const torch::nn::Module& model, const std::string& path) {
  return *model.named_modules()[path]->as<Module>();
}

torch::Tensor states_with_attention(Steps& steps, model::RnnAttention& model,
                                    const Encoded& encoded, ops::RecurrentState state,
                                    const torch::Tensor& embedded) {
  const Weights weights(model);
  const auto& rnn = module_at<nn::RecurrentImpl>(model, "decoder.rnn");
  const AttentionWalk attend(model, weights.below("decoder.attention"), encoded.states);
  if (attend.keys().defined()) {
    steps.add(
        {.part = "decoder",
         .title = "keys",
         .meaning = "The encoder's states, in the space where queries are compared with them: once "
                    "for a sentence.",
         .formula = m::equation(m::sub(m::i("k"), m::i("j")),
                                m::sub(m::i("W"), m::i("k")) + m::sub(m::i("h"), m::i("j"))),
         .source = {"src/nn/additive_attention.cpp", "return ops::affine(keys, W_k->weight);"},
         .rows = Axis::source},
        0, attend.keys());
  }
  std::vector<Attending> attended;
  std::vector<torch::Tensor> queries, states, readouts;
  std::vector<LayerRows> rows(state.size());
  for (const auto& y : embedded.unbind(0)) {
    const auto query = state.back().hidden;
    queries.push_back(query);
    attended.push_back(attend(query));
    const auto& context = attended.back().context;
    states.push_back(step_layers(rnn, torch::cat({context, y}), state, rows));
    if (model.options().readout != model::Readout::paper) continue;
    const auto readout = weights.below("decoder.readout");
    const auto sum =
        readout.linear("U_o", query) + readout.linear("V_o", y) + readout.linear("C_o", context);
    readouts.push_back(sum.unflatten(-1, {-1, 2}).amax(-1));
  }
  attend.finish(steps, attended, queries);
  finish_layers(steps, rnn, rows);
  if (readouts.empty()) return torch::stack(states);
  steps.add(
      {.part = "decoder",
       .title = "readout",
       .meaning =
           "State before the step, previous word and context together, the larger of each pair.",
       .formula = m::equation(
           m::sub(m::i("t"), m::i("j")),
           m::call("max", m::sub(m::i("u"), m::n("2") + m::i("j")) + m::o(",") +
                              m::sub(m::i("u"), m::n("2") + m::i("j") + m::o("+") + m::n("1")))),
       .source = {"src/nn/maxout_readout.cpp", "return sum.unflatten(-1, {-1, 2}).amax(-1);"}},
      0, torch::stack(readouts));
  return torch::stack(readouts);
}

torch::Tensor states_with_context(Steps& steps, model::RnnContext& model, ops::RecurrentState state,
                                  const torch::Tensor& embedded) {
  const auto& rnn = module_at<nn::RecurrentImpl>(model, "decoder.rnn");
  const auto context = state.back().hidden;
  steps.add({.part = "decoder",
             .title = "context c",
             .meaning = "The whole source in one vector, the same at every step.",
             .formula = m::equation(m::i("c"), m::sub(m::i("h"), m::i("T"))),
             .source = {"src/model/rnn_context.cpp",
                        "const auto repeated = context.expand({target.size(1), -1, -1});"},
             .rows = Axis::number},
            0, context.unsqueeze(0));
  std::vector<torch::Tensor> states;
  std::vector<LayerRows> rows(state.size());
  for (const auto& y : embedded.unbind(0))
    states.push_back(step_layers(rnn, torch::cat({y, context}), state, rows));
  finish_layers(steps, rnn, rows);
  return torch::stack(states);
}

/// The states of a convolutional encoder, as its module computes them, and the decoder's first.
Encoded convolved(Steps& steps, model::RnnAttention& model, const torch::Tensor& source) {
  const auto output =
      model.convolutional_encoder(source.unsqueeze(0), torch::tensor({source.size(0)}));
  Encoded encoded{output.states.squeeze(1), output.last};
  for (auto& layer : encoded.last)
    layer = layer.map([](const torch::Tensor& x) { return x.squeeze(0); });
  steps.add(
      {.part = "encoder",
       .title = "convolutions",
       .meaning = "What the stack of gated convolutions makes of each token and its neighbours.",
       .formula =
           m::equation(m::i("x"), m::root(m::fraction(m::n("1"), m::n("2"))) +
                                      m::row(m::o("(") + m::i("x") + m::o("+") + m::i("v") +
                                             m::o("⊙") + m::call("σ", m::i("g")) + m::o(")"))),
       .source = {"src/nn/convolutional_encoder.cpp",
                  "states = without_padding((states + gated) * std::sqrt(0.5));"},
       .rows = Axis::source},
      0, encoded.states);
  return encoded;
}

}  // namespace

Walked walk_recurrent(model::Seq2SeqModel& model, const torch::Tensor& source,
                      const torch::Tensor& target) {
  Steps steps;
  const Weights weights(model);
  const torch::Tensor embedding = weights["decoder.embedding.weight"];
  const auto encode_recurrent = [&] {
    const bool shared = !weights.has("encoder.embedding");
    const auto embedded = embed(steps, "encoder", Axis::source,
                                shared ? embedding : weights["encoder.embedding.weight"], source);
    return encode(steps, module_at<nn::RecurrentImpl>(model, "encoder.rnn"), embedded);
  };
  if (auto* with_attention = dynamic_cast<model::RnnAttention*>(&model)) {
    const auto encoded = with_attention->convolutional_encoder
                             ? convolved(steps, *with_attention, source)
                             : encode_recurrent();
    const auto first = bridged(steps, *with_attention->bridge, encoded.last);
    const auto embedded = embed(steps, "decoder", Axis::target, embedding, target);
    const auto states = states_with_attention(steps, *with_attention, encoded, first, embedded);
    return {steps.take(), output_of(model, states)};
  }
  auto& with_context = dynamic_cast<model::RnnContext&>(model);
  const auto encoded = encode_recurrent();
  const auto first = bridged(steps, *with_context.bridge, encoded.last);
  const auto embedded = embed(steps, "decoder", Axis::target, embedding, target);
  const auto states = states_with_context(steps, with_context, first, embedded);
  return {steps.take(), output_of(model, states)};
}

}  // namespace regard::explain
