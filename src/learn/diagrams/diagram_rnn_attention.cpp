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
  const int64_t rnn_input = recurrent_options_of(decoder.child("rnn")).input_size;
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

void draw_decoder(Sketch& sketch, const Subject& decoder) {
  Column column(sketch, kStackMiddle, kBoxWidth, 0);
  const auto attention = add_attention_loop(column, decoder);
  sketch.text({4, attention.centre() + 8}, "memory", {.anchor = draw::Anchor::start});
  sketch.arrow({{6, attention.centre()}, attention.at_left()}, "line s1");
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
  left.name("h₁ … h_T: keys and values");
  const double states = left.top() - 10;
  left.add(bridge_part(model.child("bridge")));
  Column right(sketch, kDecoderMiddle, kBoxWidth, 0);
  const auto attention = add_attention_loop(right, model.child("decoder"));
  const double between = (kEncoderMiddle + kDecoderMiddle) / 2;
  sketch.arrow({{kEncoderMiddle + 84, states},
                {between, states},
                {between, attention.centre()},
                attention.at_left()},
               "line s1");
  left.name("s₀, the decoder's first state");
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
