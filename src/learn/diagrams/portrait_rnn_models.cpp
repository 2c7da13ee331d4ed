// Recurrent encoder-decoders with and without attention, their parts, and the recurrent language
// model: d2l 9.4, 10.7 and 11.4; Bahdanau et al. (2015).
#include "base/readable.h"
#include "diagrams/portrait.h"
#include "model/rnn_attention.h"
#include "model/rnn_context.h"
#include "model/rnn_lm.h"
#include "regard/base/str.h"

namespace regard::diagrams::rnn_models {
namespace {

constexpr double kStackWidth = 460, kStackMiddle = 230, kBoxWidth = 310;
constexpr double kWholeWidth = 760;

std::string steps_shape(const std::string& axis, int64_t size) {
  return str('(', axis, ", batch, ", size, ')');
}

const nn::RecurrentOptions& options_of(const Subject& recurrent) {
  return recurrent.as<nn::RecurrentImpl>().options();
}

int64_t state_size(const Subject& recurrent) {
  return options_of(recurrent).hidden_size * (options_of(recurrent).bidirectional ? 2 : 1);
}

Part embedding_part(const Subject& owner) {
  Part part{.title = "embedding", .equation = "E[token]", .style = style::kEmbedding};
  if (!owner.has("embedding")) {
    part.title = "embedding, shared with the decoder";
    return part;
  }
  part.shape = steps_shape(owner.axis(), owner.size_of("embedding.weight", 1));
  return owner.child("embedding").as_part(part);
}

Part recurrent_part(const Subject& recurrent, const std::string& equation) {
  const auto layers = options_of(recurrent).layers;
  return recurrent.as_part(
      {.title = counted(layers, "recurrent layer") +
                (options_of(recurrent).bidirectional ? " in both directions" : ""),
       .equation = equation,
       .shape = steps_shape(recurrent.axis(), state_size(recurrent)),
       .style = style::kRecurrent});
}

Part output_part(const Subject& output, const std::string& equation) {
  const auto& weight = output.as<nn::OutputLayerImpl>().weight;
  return output.as_part({.title = "output layer",
                         .equation = equation,
                         .shape = shape(output.axis(), weight.size(0)),
                         .style = style::kLinear});
}

void add_softmax(Column& column, const Subject& output) {
  const auto& weight = output.as<nn::OutputLayerImpl>().weight;
  column.add({.title = "softmax",
              .equation = "P(token) = exp(logit) / Σ exp(logit)",
              .shape = shape(output.axis(), weight.size(0)),
              .style = style::kRecurrent});
  column.name("probabilities of the next token");
}

void draw_encoder(Sketch& sketch, const Subject& encoder) {
  Column column(sketch, kStackMiddle, kBoxWidth, 0);
  column.name("source tokens (batch, source)");
  column.add(embedding_part(encoder));
  column.add(recurrent_part(encoder.child("rnn"), "hₜ = f(xₜ, hₜ₋₁)"));
  column.name("a state for each token, and the last of each layer");
}

Part bridge_part(const Subject& bridge) {
  const bool maps = bridge.parameters() > 0;
  return bridge.as_part(
      {.title = "bridge",
       .equation = maps ? "s₀ = tanh(W [forward; backward] + b)" : "s₀ = the last state",
       .style = style::kLinear});
}

void draw_bridge(Sketch& sketch, const Subject& bridge) {
  Column column(sketch, kStackMiddle, kBoxWidth, 0);
  column.name("the encoder's last states, of each layer");
  const auto layers = bridge.children();
  if (layers.empty()) {
    column.add({.title = "unchanged", .equation = "s₀ = h_T, layer for layer"});
  }
  for (const auto& layer : layers) {
    column.add(layer.as_part({.title = layer.name(),
                              .equation = "tanh(W [forward; backward] + b)",
                              .shape = str("(batch, ", layer.size_of("weight", 0), ')'),
                              .style = style::kLinear}));
  }
  column.name("the decoder's first states");
}

void draw_readout(Sketch& sketch, const Subject& readout) {
  constexpr double left = 120, middle = 330, right = 540, width = 196;
  const int64_t twice = readout.size_of("U_o.weight", 0);
  Column column(sketch, middle, 320, 130);
  const auto sum = column.add({.title = "sum",
                               .equation = "u = U_o sₜ₋₁ + V_o yₜ₋₁ + C_o cₜ + b",
                               .shape = shape("target", twice)});
  const auto term = [&](double x, const char* name, const char* of) {
    const auto box = sketch.box(
        readout.child(name).as_part({.title = name, .style = style::kLinear}), {x, 40}, width);
    sketch.text({x, 0}, of);
    sketch.arrow({{x, 18}, box.below()});
    sketch.arrow({box.above(),
                  {x, 110},
                  {middle + (x - middle) / 4, 110},
                  {middle + (x - middle) / 4, sum.bottom}});
  };
  term(left, "U_o", "state before the step, sₜ₋₁");
  term(middle, "V_o", "previous word, yₜ₋₁");
  term(right, "C_o", "context, cₜ");
  column.add({.title = "maxout",
              .equation = "tⱼ = max(u₂ⱼ, u₂ⱼ₊₁)",
              .shape = shape("target", twice / 2),
              .style = style::kRecurrent});
  column.name("what the output layer reads");
}

/// How the attention of a decoder is called and what it computes.
Part attention_part(const Subject& decoder) {
  const auto& options = decoder.as<model::RnnDecoderImpl>().options();
  const int64_t rnn_input = options_of(decoder.child("rnn")).input_size;
  const int64_t context = rnn_input - options.embedding_size;
  const auto result = str("c (batch, ", context, "), α (batch, 1, source)");
  if (!decoder.has("attention")) {
    return {.title = "dot-product attention",
            .equation = "α = softmax(sₜ₋₁ · h / √size), c = Σ α h",
            .shape = result,
            .header = "ops/head_attention.h",
            .style = style::kAttention};
  }
  const bool is_additive = options.attention == model::RnnAttentionScore::additive;
  return decoder.child("attention")
      .as_part({.title = is_additive ? "additive attention" : "multi-head attention",
                .equation = is_additive
                                ? "e = w_v · tanh(W_q sₜ₋₁ + W_k h), α = softmax(e), c = Σ α h"
                                : "[softmax(Q Kᵀ / √dₖ) V] W_o",
                .shape = result,
                .style = style::kAttention});
}

/// The decoder's loop over the steps of the target. Returns the attention, which reads the memory.
Placed add_attention_loop(Column& column, const Subject& decoder) {
  auto& sketch = column.sketch();
  const auto& options = decoder.as<model::RnnDecoderImpl>().options();
  column.name("previous token yₜ₋₁ (batch, target)");
  column.add(embedding_part(decoder));
  const auto attention = column.add(attention_part(decoder));
  const auto rnn = column.add(recurrent_part(decoder.child("rnn"), "sₜ = f([c; E[yₜ₋₁]], sₜ₋₁)"));
  // The query: the state before the step.
  const double side = column.middle() + column.width() / 2 + 26;
  sketch.arrow(
      {rnn.at_right(), {side, rnn.centre()}, {side, attention.centre()}, attention.at_right()},
      "line s2");
  sketch.text({side + 4, (rnn.centre() + attention.centre()) / 2 - 4}, "sₜ₋₁",
              {.anchor = draw::Anchor::start});
  if (options.readout == model::Readout::paper) {
    column.add(decoder.child("readout").as_part(
        {.title = "maxout readout",
         .equation = "max over pairs of U_o sₜ₋₁ + V_o yₜ₋₁ + C_o cₜ",
         .shape = shape("target", model::readout_size(options)),
         .style = style::kFeedForward}));
  }
  column.add(output_part(decoder.child("dense"), "W s + b"));
  add_softmax(column, decoder.child("dense"));
  return attention;
}

void draw_attention_decoder(Sketch& sketch, const Subject& decoder) {
  Column column(sketch, kStackMiddle, kBoxWidth, 0);
  const auto attention = add_attention_loop(column, decoder);
  sketch.text({4, attention.centre() + 8}, "memory", {.anchor = draw::Anchor::start});
  sketch.arrow({{6, attention.centre()}, attention.at_left()}, "line s1");
}

void draw_bahdanau(Sketch& sketch, const Subject& model) {
  constexpr double left_middle = 180, right_middle = 540;
  const auto encoder = model.child("encoder");
  Column left(sketch, left_middle, kBoxWidth, 0);
  left.name("source tokens (batch, source)");
  if (encoder.has("rnn")) {
    left.add(embedding_part(encoder));
    left.add(recurrent_part(encoder.child("rnn"), "hⱼ = f(xⱼ, hⱼ₋₁)"));
  } else {
    left.add(encoder.as_part({.title = "convolutional encoder",
                              .equation = "x ← (x + v ⊙ σ(g)) √½, a layer",
                              .style = style::kFeedForward}));
  }
  left.name("h₁ … h_T: keys and values");
  const double states = left.top() - 10;
  left.add(bridge_part(model.child("bridge")));
  Column right(sketch, right_middle, kBoxWidth, 0);
  const auto attention = add_attention_loop(right, model.child("decoder"));
  const double between = (left_middle + right_middle) / 2;
  sketch.arrow({{left_middle + 84, states},
                {between, states},
                {between, attention.centre()},
                attention.at_left()},
               "line s1");
  left.name("s₀, the decoder's first state");
}

void draw_context_decoder(Sketch& sketch, const Subject& decoder) {
  Column column(sketch, kStackMiddle, kBoxWidth, 0);
  column.name("previous token yₜ₋₁ (batch, target)");
  column.add(embedding_part(decoder));
  const auto rnn = column.add(recurrent_part(decoder.child("rnn"), "sₜ = f([E[yₜ₋₁]; c], sₜ₋₁)"));
  sketch.text({6, rnn.centre() + 8}, "context c", {.anchor = draw::Anchor::start});
  sketch.arrow({{6, rnn.centre()}, rnn.at_left()}, "line s1");
  column.add(output_part(decoder.child("dense"), "W s + b"));
  add_softmax(column, decoder.child("dense"));
}

void draw_context_model(Sketch& sketch, const Subject& model) {
  constexpr double left_middle = 180, right_middle = 540;
  const auto encoder = model.child("encoder"), decoder = model.child("decoder");
  Column left(sketch, left_middle, kBoxWidth, 0);
  left.name("source tokens (batch, source)");
  left.add(embedding_part(encoder));
  left.add(recurrent_part(encoder.child("rnn"), "hⱼ = f(xⱼ, hⱼ₋₁)"));
  left.add(bridge_part(model.child("bridge")));
  Column right(sketch, right_middle, kBoxWidth, 0);
  right.name("previous token yₜ₋₁ (batch, target)");
  right.add(embedding_part(decoder));
  const auto rnn = right.add(recurrent_part(decoder.child("rnn"), "sₜ = f([E[yₜ₋₁]; c], sₜ₋₁)"));
  right.add(output_part(decoder.child("dense"), "W s + b"));
  add_softmax(right, decoder.child("dense"));
  const double between = (left_middle + right_middle) / 2, up = left.top() + 22;
  sketch.arrow(
      {left.end(), {left_middle, up}, {between, up}, {between, rnn.centre()}, rnn.at_left()},
      "line s1");
  sketch.text({left_middle, up + 8}, "s₀, and its top layer as c at every step");
}

void draw_language_model(Sketch& sketch, const Subject& lm) {
  const auto rnn = lm.child("rnn");
  const auto linear = lm.child("linear");
  Column column(sketch, kStackMiddle, kBoxWidth, 0);
  column.name("tokens (batch, position)");
  if (lm.has("embedding")) {
    column.add(embedding_part(lm));
  } else {
    column.add({.title = "one-hot vectors",
                .equation = "1 at the token's place, 0 elsewhere",
                .shape = steps_shape("position", options_of(rnn).input_size)});
  }
  const auto layers = column.add(recurrent_part(rnn, "hₜ = f(xₜ, hₜ₋₁)"));
  const double loop = layers.right + 26;
  sketch.arrow({{layers.right, layers.centre() + 14},
                {loop, layers.centre() + 14},
                {loop, layers.centre() - 14},
                {layers.right, layers.centre() - 14}},
               "line s2");
  sketch.text({loop + 4, layers.centre() - 4}, "hₜ₋₁", {.anchor = draw::Anchor::start});
  column.add(output_part(linear, "W hₜ + b"));
  add_softmax(column, linear);
}

View teacher_forcing() {
  return {"teacher_forcing", "Training: teacher forcing", unrolled::kWidth,
          unrolled::draw_teacher_forcing};
}

View feedback() {
  return {"feedback", "Translation: each token is fed back", unrolled::kWidth,
          unrolled::draw_feedback};
}

}  // namespace

std::vector<Portrait> portraits() {
  return {{is_a<model::RnnAttention>,
           "model/rnn_attention.h",
           {{"", "RNN with attention", kWholeWidth, draw_bahdanau}, teacher_forcing(), feedback()}},
          {is_a<model::RnnContext>,
           "model/rnn_context.h",
           {{"", "Encoder-decoder without attention", kWholeWidth, draw_context_model},
            teacher_forcing(),
            feedback()}},
          {is_a<model::RnnLm>,
           "model/rnn_lm.h",
           {{"", "Recurrent language model", kStackWidth, draw_language_model}}},
          {is_a<model::RnnEncoderImpl>,
           "model/rnn_encoder.h",
           {{"", "Recurrent encoder", kStackWidth, draw_encoder}}},
          {is_a<model::RnnBridgeImpl>,
           "model/rnn_encoder.h",
           {{"", "Bridge from the encoder to the decoder", kStackWidth, draw_bridge}}},
          {is_a<model::RnnDecoderImpl>,
           "model/rnn_decoder.h",
           {{"", "Recurrent decoder with attention", kStackWidth, draw_attention_decoder}}},
          {is_a<model::RnnContextDecoderImpl>,
           "model/rnn_context.h",
           {{"", "Recurrent decoder with a context vector", kStackWidth, draw_context_decoder}}},
          {is_a<nn::MaxoutReadoutImpl>,
           "nn/linear.h",
           {{"", "Readout by maxout", unrolled::kWidth, draw_readout}}}};
}

}  // namespace regard::diagrams::rnn_models
