// Recurrent encoder-decoders, one equation after the other: Bahdanau et al. (2015), appendix A; d2l
// 10.1, 10.2, 10.7 and 11.4; on one sentence.
#include <algorithm>

#include "explain/attention_walk.h"
#include "explain/steps.h"
#include "model/rnn_attention.h"
#include "model/rnn_context.h"
#include "regard/base/str.h"

namespace regard::explain {
namespace {

namespace m = mathml;

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
      rows.finish(steps, options.cell,
                  {.part = "encoder",
                   .axis = Axis::source,
                   .prefix = directions == 1 ? ""
                             : backward      ? "backward "
                                             : "forward ",
                   .layer = layer,
                   .is_backward = backward});
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
                     ? Citation{"src/training/model/rnn_encoder.cpp",
                                "return rnn(ops::seeded_dropout(embedding(source.t()), dropout_, "
                                "is_training()), lengths);"}
                     : Citation{"src/training/model/rnn_decoder.cpp",
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
               .source = {"src/training/model/rnn_encoder.cpp",
                          "first[layer].hidden = hidden_[layer](torch::cat({forward.hidden, "
                          "backward.hidden}, -1)).tanh();"},
               .rows = Axis::number},
              layer, first[layer].hidden.unsqueeze(0));
  }
  return first;
}

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
    rows[layer].finish(steps, rnn.options().cell,
                       {.part = "decoder",
                        .axis = Axis::target,
                        .prefix = "",
                        .layer = layer,
                        .is_backward = false});
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
         .source = {"src/training/nn/additive_attention.cpp",
                    "return ops::affine(keys, W_k->weight);"},
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
       .source = {"src/training/nn/linear.cpp", "return sum.unflatten(-1, {-1, 2}).amax(-1);"}},
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
             .source = {"src/training/model/rnn_context.cpp",
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
       .source = {"src/training/nn/convolutional_encoder.cpp",
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
