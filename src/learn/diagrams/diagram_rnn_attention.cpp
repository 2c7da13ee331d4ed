// The recurrent encoder-decoder with attention and its decoder: d2l 11.4; Bahdanau et al. (2015).
#include "diagrams/parts.h"
#include "model/rnn_attention.h"
#include "regard/base/str.h"

namespace regard::diagrams::rnn_attention {
namespace {

void draw_readout(Sketch& sketch, const Subject& readout) {
  constexpr double left = 120, middle = 330, right = 540, width = 196;
  const int64_t twice = readout.size_of("U_o.weight", 0);
  Column column(sketch, middle, 320, 130);
  const auto sum = column.add({.title = "sum",
                               .equation = "t̃ = U_o sₜ₋₁ + V_o E yₜ₋₁ + C_o cₜ + b",
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
  term(middle, "V_o", "previous word, E yₜ₋₁");
  term(right, "C_o", "context, cₜ");
  column.add({.title = "maxout",
              .equation = "tⱼ = max(t̃₂ⱼ₋₁, t̃₂ⱼ)",
              .shape = shape("target", twice / 2),
              .style = style::kRecurrent});
  column.name("the output layer's input");
}

/// A decoder's attention: its name and its equation.
Part attention_part(const Subject& decoder) {
  const auto& options = decoder.as<model::RnnDecoderImpl>().options();
  const int64_t rnn_input = recurrent_options_of(decoder.child("rnn")).input_size;
  const int64_t context = rnn_input - options.embedding_size;
  const auto result = str("c (batch, ", context, "), α (batch, 1, source)");
  if (!decoder.has("attention")) {
    return {.title = "dot-product attention",
            .equation = "α = softmax(sₜ₋₁ · h / √size), c = Σ α h",
            .shape = result,
            .header = "ops/head_attention.h",
            .style = style::kAttention};
  }
  const bool is_additive = options.attention == model::RnnAttentionScore::additive;
  return decoder.child("attention")
      .as_part({.title = is_additive ? "additive attention" : "multi-head attention",
                .equation = is_additive
                                ? "e = w_v · tanh(W_q sₜ₋₁ + W_k h), α = softmax(e), c = Σ α h"
                                : "[softmax(Q Kᵀ / √dₖ) V] W_o",
                .shape = result,
                .style = style::kAttention});
}

/// The decoder's loop: the attention, which reads the memory, and the recurrent layers, whose
/// initial states are the encoder's last states.
struct Loop {
  Placed attention;
  Placed layers;
};

// The attention is narrower than the column, to leave room for the line from E[y] to the layers.
constexpr double kLoopWidth = 250, kReadoutGap = 40;

/// Draws the arrows of context and previous state between the attention and the layers above it.
void connect_loop(Sketch& sketch, const Loop& loop) {
  const double up = loop.attention.middle() - 60, down = loop.attention.middle() + 60;
  const double base = (loop.attention.top + loop.layers.bottom) / 2 - 2;
  sketch.arrow({{up, loop.attention.top}, {up, loop.layers.bottom}});
  sketch.text({up + 6, base}, "cₜ", {.anchor = draw::Anchor::start});
  // The query: the state before the step.
  sketch.arrow({{down, loop.layers.bottom}, {down, loop.attention.top}}, "line s2");
  sketch.text({down + 6, base}, "sₜ₋₁", {.anchor = draw::Anchor::start});
}

/// Draws the paper's readout: the state before the step, the previous word and the context pass
/// through the layers or bypass them. `passing` is the x of the line from E[y].
void connect_readout(Sketch& sketch, const Loop& loop, const Placed& readout, double passing) {
  sketch.arrow({{passing, loop.layers.centre()}, loop.layers.at_right()});
  sketch.arrow({loop.layers.above(), {loop.layers.middle(), readout.bottom}}, "line s2");
  sketch.text({loop.layers.middle() + 6, readout.bottom - kReadoutGap / 2 - 6}, "sₜ₋₁",
              {.anchor = draw::Anchor::start});
  const double from = loop.attention.middle() - 60, branch = loop.attention.top + 12;
  const double side = readout.left - 12;
  sketch.arrow({{from, branch}, {side, branch}, {side, readout.centre()}, readout.at_left()});
}

Loop add_attention_loop(Sketch& sketch, double middle, const Subject& decoder) {
  const auto& options = decoder.as<model::RnnDecoderImpl>().options();
  const double left = middle - (kBoxWidth - kLoopWidth) / 2, passing = middle + kBoxWidth / 2 - 24;
  Column below(sketch, middle, kBoxWidth, 0);
  below.name("previous token yₜ₋₁ (batch, target)");
  const auto embedding = below.add(embedding_part(decoder));
  Loop loop;
  loop.attention =
      sketch.box(attention_part(decoder), {left, embedding.top + Column::kGap}, kLoopWidth);
  const auto layers = recurrent_part(decoder.child("rnn"), "sₜ = f([cₜ; E[yₜ₋₁]], sₜ₋₁)");
  const double bottom = loop.attention.top + 48;
  const bool has_readout = options.readout == model::Readout::paper;
  if (has_readout) loop.layers = sketch.box(layers, {left, bottom}, kLoopWidth);
  Column above(sketch, middle, kBoxWidth, has_readout ? loop.layers.top + kReadoutGap : bottom);
  const auto reader = above.add(
      has_readout ? decoder.child("readout").as_part(
                        {.title = "maxout readout",
                         .equation = "max over pairs of t̃ = U_o sₜ₋₁ + V_o E yₜ₋₁ + C_o cₜ",
                         .shape = shape("target", model::readout_size(options)),
                         .style = style::kFeedForward})
                  : layers);
  if (!has_readout) loop.layers = reader;
  sketch.arrow({{passing, embedding.top}, {passing, reader.bottom}});
  connect_loop(sketch, loop);
  if (has_readout) connect_readout(sketch, loop, reader, passing);
  above.add(output_part(decoder.child("dense"), has_readout ? "W t + b" : "W s + b"));
  add_softmax(above, decoder.child("dense"));
  return loop;
}

void draw_decoder(Sketch& sketch, const Subject& decoder) {
  const auto loop = add_attention_loop(sketch, kStackMiddle, decoder);
  const auto from_left = [&](const Placed& to, const char* name, const char* line) {
    sketch.text({4, to.centre() + 8}, name, {.anchor = draw::Anchor::start});
    sketch.arrow({{6, to.centre()}, to.at_left()}, line);
  };
  from_left(loop.attention, "memory", "line s1");
  from_left(loop.layers, "s₀", "line s2");
}

void draw_model(Sketch& sketch, const Subject& model) {
  const auto encoder = model.child("encoder");
  Column left(sketch, kEncoderMiddle, kBoxWidth, 0);
  if (encoder.has("rnn")) {
    add_recurrent_encoder(left, encoder);
  } else {
    left.name("source tokens (batch, source)");
    left.add(encoder.as_part({.title = "convolutional encoder",
                              .equation = "x ← (x + v ⊙ σ(g)) √½, a layer",
                              .style = style::kFeedForward}));
  }
  left.name("h₁ … hₙ: keys and values");
  const double states = left.top() - 10;
  auto part = bridge_part(model.child("bridge"));
  if (!encoder.has("rnn")) part.equation = "s₀ = tanh(W mean(h) + b), of the encoder";
  const auto bridge = left.add(part);
  const auto loop = add_attention_loop(sketch, kDecoderMiddle, model.child("decoder"));
  const double memory = kEncoderMiddle + kBoxWidth / 2 + 14, first = memory + 12;
  sketch.arrow({{kEncoderMiddle + 84, states},
                {memory, states},
                {memory, loop.attention.centre()},
                loop.attention.at_left()},
               "line s1");
  sketch.arrow({bridge.at_right(),
                {first, bridge.centre()},
                {first, loop.layers.centre()},
                loop.layers.at_left()},
               "line s2");
  sketch.text({kEncoderMiddle, bridge.top + 8}, "s₀, the decoder's first state");
}

}  // namespace

std::vector<DrawnClass> drawn_classes() {
  return {{is_a<model::RnnAttention>,
           "model/rnn_attention.h",
           {{"", "RNN with attention", kWholeWidth, draw_model},
            unrolled::teacher_forcing(),
            unrolled::feedback()}},
          {is_a<model::RnnDecoderImpl>,
           "model/rnn_decoder.h",
           {{"", "Recurrent decoder with attention", kStackWidth, draw_decoder}}},
          {is_a<nn::MaxoutReadoutImpl>,
           "nn/linear.h",
           {{"", "Readout by maxout", unrolled::kWidth, draw_readout}}}};
}

}  // namespace regard::diagrams::rnn_attention
