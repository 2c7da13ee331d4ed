// The recurrent encoder and its bridge to the decoder (d2l 10.7), and the recurrent language model
// (d2l 9.4).
#include "diagrams/parts.h"
#include "model/rnn_encoder.h"
#include "model/rnn_lm.h"
#include "regard/base/str.h"

namespace regard::diagrams::rnn_encoder {
namespace {

void draw_encoder(Sketch& sketch, const Subject& encoder) {
  Column column(sketch, kStackMiddle, kBoxWidth, 0);
  add_recurrent_encoder(column, encoder);
  column.name("a state for each token, and the last of each layer");
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
                .shape = steps_shape("position", recurrent_options_of(rnn).input_size)});
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

}  // namespace

std::vector<DrawnClass> drawn_classes() {
  return {{is_a<model::RnnEncoderImpl>,
           "model/rnn_encoder.h",
           {{"", "Recurrent encoder", kStackWidth, draw_encoder}}},
          {is_a<model::RnnBridgeImpl>,
           "model/rnn_encoder.h",
           {{"", "Bridge from the encoder to the decoder", kStackWidth, draw_bridge}}},
          {is_a<model::RnnLm>,
           "model/rnn_lm.h",
           {{"", "Recurrent language model", kStackWidth, draw_language_model}}}};
}

}  // namespace regard::diagrams::rnn_encoder
