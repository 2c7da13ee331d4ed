// The recurrent encoder-decoder with one context vector and its decoder: d2l 10.7.
#include "diagrams/parts.h"
#include "model/rnn_context.h"

namespace regard::diagrams::rnn_context {

Placed add_decoder(Column& column, const Subject& decoder) {
  column.name("previous token yₜ₋₁ (batch, target)");
  column.add(embedding_part(decoder));
  const auto rnn = column.add(recurrent_part(decoder.child("rnn"), "sₜ = f([E[yₜ₋₁]; c], sₜ₋₁)"));
  column.add(output_part(decoder.child("dense"), "W s + b"));
  add_softmax(column, decoder.child("dense"));
  return rnn;
}

namespace {

void draw_decoder(Sketch& sketch, const Subject& decoder) {
  Column column(sketch, kStackMiddle, kBoxWidth, 0);
  const auto rnn = add_decoder(column, decoder);
  sketch.text({6, rnn.centre() + 8}, "context c",
              {.size = draw::kSmallText, .anchor = draw::Anchor::start});
  sketch.arrow({{6, rnn.centre()}, rnn.at_left()}, "line s1");
}

void draw_model(Sketch& sketch, const Subject& model) {
  Column left(sketch, kEncoderMiddle, kBoxWidth, 0);
  add_recurrent_encoder(left, model.child("encoder"));
  left.add(bridge_part(model.child("bridge")));
  Column right(sketch, kDecoderMiddle, kBoxWidth, 0);
  const auto rnn = add_decoder(right, model.child("decoder"));
  const double between = (kEncoderMiddle + kDecoderMiddle) / 2, up = left.top() + 22;
  sketch.arrow(
      {left.end(), {kEncoderMiddle, up}, {between, up}, {between, rnn.centre()}, rnn.at_left()},
      "line s1");
  sketch.text({kEncoderMiddle, up + 8}, "s₀, and its top layer as c at every step");
}

}  // namespace

std::vector<DrawnClass> drawn_classes() {
  return {{is_a<model::RnnContext>,
           "model/rnn_context.h",
           {{"", "Encoder-decoder without attention", kWholeWidth, draw_model},
            unrolled::teacher_forcing(),
            unrolled::feedback()}},
          {is_a<model::RnnContextDecoderImpl>,
           "model/rnn_context.h",
           {{"", "Recurrent decoder with a context vector", kStackWidth, draw_decoder}}}};
}

}  // namespace regard::diagrams::rnn_context
