// The convolutional encoder: Gehring et al. (2016, 2017).
#include "diagrams/subject.h"
#include "model/rnn_encoder.h"
#include "regard/base/str.h"

namespace regard::diagrams::convolution {
namespace {

constexpr double kWidth = 460, kMiddle = 230, kBoxWidth = 320;

const nn::ConvolutionalEncoderOptions& options_of(const Subject& convolutions) {
  return convolutions.as<nn::ConvolutionalEncoderImpl>().options();
}

void draw_layers(Sketch& sketch, const Subject& convolutions) {
  const auto& options = options_of(convolutions);
  const auto axis = convolutions.axis();
  Column column(sketch, kMiddle, kBoxWidth, 0);
  column.name(str("x ", shape(axis, options.size)));
  const double bottom = column.top() + 4;
  const auto window = column.add({.title = str("windows of ", options.kernel, " positions"),
                                  .equation = "[xᵢ₋ₖ; …; xᵢ₊ₖ], 0 beyond both ends",
                                  .shape = shape(axis, options.kernel * options.size)});
  column.add({.title = "product",
              .equation = "[v; g] = W [xᵢ₋ₖ; …; xᵢ₊ₖ] + b",
              .shape = shape(axis, 2 * options.size),
              .parameters = convolutions.parameters() / options.layers,
              .style = style::kLinear});
  column.add({.title = "gated linear unit",
              .equation = "v ⊙ σ(g)",
              .shape = shape(axis, options.size),
              .style = style::kRecurrent});
  const auto sum = column.add_sign("+");
  column.around(window, sum);
  column.add(
      {.title = "scale", .equation = "√½ (x + v ⊙ σ(g))", .shape = shape(axis, options.size)});
  sketch.frame(
      {kMiddle - kBoxWidth / 2 - 26, kMiddle + kBoxWidth / 2 + 27, bottom, column.top() + 6},
      str("× ", options.layers));
  column.name(
      str("states, which have seen ", options.layers * (options.kernel - 1) + 1, " positions"));
}

void draw_encoder(Sketch& sketch, const Subject& encoder) {
  const auto convolutions = encoder.child("convolutions");
  const int64_t size = options_of(convolutions).size;
  const int64_t embedding = encoder.size_of("projection.weight", 1);
  Column column(sketch, kMiddle, kBoxWidth, 0);
  column.name("source tokens (batch, source)");
  Part part{.title = "embedding",
            .equation = "√d E[token]",
            .shape = shape("source", embedding),
            .style = style::kEmbedding};
  if (encoder.has("embedding")) {
    column.add(encoder.child("embedding").as_part(part));
  } else {
    part.title = "embedding, shared with the decoder";
    column.add(part);
  }
  column.add({.title = "add positional encoding",
              .equation = "x + sin, cos(position / 10000^(2j/d))",
              .shape = shape("source", embedding),
              .header = "nn/positional_encoding.h",
              .style = style::kEmbedding});
  column.add(encoder.child("projection")
                 .as_part({.title = "projection",
                           .equation = "W x + b",
                           .shape = shape("source", size),
                           .style = style::kLinear}));
  column.add(convolutions.as_part({.title = str("convolutions: ", options_of(convolutions).layers),
                                   .equation = "x ← √½ (x + v ⊙ σ(g))",
                                   .shape = shape("source", size),
                                   .style = style::kFeedForward}));
  column.name("a state for each token");
  column.add(encoder.child("start").as_part(
      {.title = "start",
       .equation = "tanh(W mean(states) + b)",
       .shape = str("(batch, ", encoder.size_of("start.weight", 0), ')'),
       .style = style::kLinear}));
  column.name("the decoder's first states");
}

}  // namespace

std::vector<DrawnClass> drawn_classes() {
  return {{is_a<nn::ConvolutionalEncoderImpl>,
           "nn/convolutional_encoder.h",
           {{"", "Convolutions with gated linear units", kWidth, draw_layers}}},
          {is_a<model::ConvolutionalSourceEncoderImpl>,
           "model/rnn_encoder.h",
           {{"", "Convolutional encoder", kWidth, draw_encoder}}}};
}

}  // namespace regard::diagrams::convolution
