// The Transformer's blocks and their sublayers: figure 1 of Vaswani et al. (2017), d2l 11.7.
#include <torch/nn/modules/embedding.h>
#include <torch/nn/modules/linear.h>
#include <torch/nn/modules/normalization.h>

#include "diagrams/parts.h"
#include "nn/linear.h"
#include "nn/positional_encoding.h"
#include "nn/transformer_block.h"
#include "regard/base/str.h"
#include "words/symbols.h"

namespace regard::diagrams::blocks {
namespace {

constexpr double kWidth = 420, kMiddle = 210, kBoxWidth = 300;

int64_t size_of_norm(const Subject& add_norm) { return add_norm.size_of("ln.weight", 0); }

nn::Activation activation_of(const Subject& ffn) {
  return ffn.as<nn::FeedForwardImpl>().activation();
}

Part attention_part(const Subject& attention, const std::string& title) {
  const bool is_additive = attention.has("w_v");
  return attention.as_part({.title = title,
                            .equation = is_additive ? "[softmax(w_v · tanh(q + k)) V] W_o"
                                                    : "[softmax(Q Kᵀ / √dₖ) V] W_o",
                            .shape = shape(attention.axis(), attention.size_of("W_o.weight", 0)),
                            .style = style::kAttention});
}

Part feed_forward_part(const Subject& ffn) {
  return ffn.as_part({.title = "feed-forward network",
                      .equation = str("W₂ ", name_of(activation_of(ffn)), "(W₁ x + b₁) + b₂"),
                      .shape = shape(ffn.axis(), ffn.size_of("dense2.weight", 0)),
                      .style = style::kFeedForward});
}

/// The equation of an SSRU's cell: "Fₜ ⊙ Cₜ₋₁ + (1 − Fₜ) ⊙ C̃ₜ".
std::string ssru_cell() {
  using words::at_step, words::symbols::kCell, words::symbols::kForget, words::symbols::kNewCell;
  const auto forget = at_step(kForget.letter);
  return str(forget, " ⊙ ", words::before_step(kCell.letter), " + (1 − ", forget, ") ⊙ ",
             at_step(kNewCell.letter));
}

Part ssru_part(const Subject& ssru) {
  return ssru.as_part({.title = "simpler simple recurrent unit",
                       .equation = str("relu(Cₜ), Cₜ = ", ssru_cell()),
                       .shape = shape(ssru.axis(), ssru.size_of("W.weight", 0)),
                       .style = style::kRecurrent});
}

/// Adds a sublayer with its residual connection: LN(x + f(x)), or x + f(LN(x)).
Placed add_sublayer(Column& column, const Subject& add_norm, const Part& sublayer) {
  const auto norm = [&](const std::string& title, const std::string& equation) {
    return add_norm.as_part({.title = title,
                             .equation = equation,
                             .shape = shape(add_norm.axis(), size_of_norm(add_norm)),
                             .style = style::kNorm});
  };
  if (add_norm.as<nn::AddNormImpl>().is_pre_norm()) {
    const auto first = column.add(norm("layer normalization", "LN(x)"));
    const auto placed = column.add(sublayer);
    column.around(first, column.add_sign("+"));
    return placed;
  }
  const auto placed = column.add(sublayer);
  column.around(placed, column.add(norm("add & norm", "LN(x + f(x))")));
  return placed;
}

void draw_encoder_block(Sketch& sketch, const Subject& block) {
  Column column(sketch, kMiddle, kBoxWidth, 0);
  column.name("x, the states below");
  add_encoder_block(column, block);
  column.name("the states above");
}

void draw_decoder_block(Sketch& sketch, const Subject& block) {
  Column column(sketch, kMiddle - 20, kBoxWidth, 0);
  column.name("x, the states below");
  const auto cross = add_decoder_block(column, block);
  sketch.arrow(
      {{kWidth - 12, cross.centre() - 50}, {kWidth - 12, cross.centre()}, cross.at_right()});
  sketch.text({kWidth - 4, cross.centre() - 66}, "encoder", {.anchor = draw::Anchor::end});
  column.name("the states above");
}

void draw_ssru(Sketch& sketch, const Subject& ssru) {
  using words::symbols::kCell, words::symbols::kForget, words::symbols::kNewCell;
  const auto size = shape(ssru.axis(), ssru.size_of("W.weight", 0));
  Column column(sketch, kMiddle, kBoxWidth, 0);
  column.name("x");
  column.add(ssru.child("W").as_part(
      {.title = kNewCell.title(), .equation = "W xₜ", .shape = size, .style = style::kLinear}));
  column.add(ssru.child("W_f").as_part({.title = kForget.title(),
                                        .equation = "σ(W_f xₜ + b_f)",
                                        .shape = size,
                                        .style = style::kRecurrent}));
  column.add(
      {.title = kCell.title(), .equation = ssru_cell(), .shape = size, .style = style::kRecurrent});
  column.name("relu(Cₜ)");
}

void draw_feed_forward(Sketch& sketch, const Subject& ffn) {
  const auto axis = ffn.axis();
  Column column(sketch, kMiddle, kBoxWidth, 0);
  column.name("x, each position by itself");
  column.add(ffn.child("dense1").as_part({.title = "dense1",
                                          .equation = "W₁ x + b₁",
                                          .shape = shape(axis, ffn.size_of("dense1.weight", 0)),
                                          .style = style::kLinear}));
  column.add({.title = name_of(activation_of(ffn)),
              .equation = forms_of(activation_of(ffn)).formula,
              .shape = shape(axis, ffn.size_of("dense1.weight", 0)),
              .style = style::kRecurrent});
  column.add(ffn.child("dense2").as_part({.title = "dense2",
                                          .equation = "W₂ h + b₂",
                                          .shape = shape(axis, ffn.size_of("dense2.weight", 0)),
                                          .style = style::kLinear}));
  column.name("the result");
}

void draw_add_norm(Sketch& sketch, const Subject& add_norm) {
  const auto size = shape(add_norm.axis(), size_of_norm(add_norm));
  const Part norm = add_norm.child("ln").as_part({.title = "layer normalization",
                                                  .equation = "γ (x − mean) / √(variance + ε) + β",
                                                  .shape = size,
                                                  .style = style::kNorm});
  const bool is_of_ssru = add_norm.has_sibling("ssru") && add_norm.name() == "addnorm1";
  const Part sublayer{.title = "sublayer f",
                      .equation = is_of_ssru
                                      ? "the simpler simple recurrent unit; then dropout"
                                      : "attention, or the feed-forward network; then dropout",
                      .shape = size};
  Column column(sketch, kMiddle, kBoxWidth, 0);
  column.name("x");
  if (add_norm.as<nn::AddNormImpl>().is_pre_norm()) {
    const auto first = column.add(norm);
    column.add(sublayer);
    column.around(first, column.add_sign("+"));
    column.name("x + f(LN(x))");
  } else {
    const auto first = column.add(sublayer);
    column.around(first, column.add_sign("+"));
    column.add(norm);
    column.name("LN(x + f(x))");
  }
}

}  // namespace

void add_encoder_block(Column& column, const Subject& block) {
  add_sublayer(column, block.child("addnorm1"),
               attention_part(block.child("attention"), block.axis() == "source"
                                                            ? "multi-head self-attention"
                                                            : "masked multi-head self-attention"));
  add_sublayer(column, block.child("addnorm2"), feed_forward_part(block.child("ffn")));
}

Placed add_decoder_block(Column& column, const Subject& block) {
  add_sublayer(column, block.child("addnorm1"),
               block.has("ssru")
                   ? ssru_part(block.child("ssru"))
                   : attention_part(block.child("attention1"), "masked multi-head self-attention"));
  const auto cross =
      add_sublayer(column, block.child("addnorm2"),
                   attention_part(block.child("attention2"), "multi-head cross-attention"));
  add_sublayer(column, block.child("addnorm3"), feed_forward_part(block.child("ffn")));
  return cross;
}

std::vector<DrawnClass> drawn_classes() {
  return {
      {is_a<nn::TransformerEncoderBlockImpl>,
       "nn/transformer_block.h",
       {{"", "Block of self-attention", kWidth, draw_encoder_block}}},
      {is_a<nn::TransformerDecoderBlockImpl>,
       "nn/transformer_block.h",
       {{"", "Decoder block", kWidth, draw_decoder_block}}},
      {is_a<nn::SsruImpl>, "nn/ssru.h", {{"", "Simpler simple recurrent unit", kWidth, draw_ssru}}},
      {is_a<nn::FeedForwardImpl>,
       "nn/feed_forward.h",
       {{"", "Position-wise feed-forward network", kWidth, draw_feed_forward}}},
      {is_a<nn::AddNormImpl>,
       "nn/feed_forward.h",
       {{"", "Residual connection and layer normalization", kWidth, draw_add_norm}}},
      // Modules of one operation, which their box shows completely.
      {is_a<nn::OutputLayerImpl>, "nn/linear.h", {}},
      {is_a<nn::LearnedPositionsImpl>, "nn/positional_encoding.h", {}},
      {is_a<nn::LinearImpl>, "nn/linear.h", {}},
      {is_a<torch::nn::LinearImpl>, "torch::nn::Linear", {}},
      {is_a<torch::nn::LayerNormImpl>, "torch::nn::LayerNorm", {}},
      {is_a<torch::nn::EmbeddingImpl>, "torch::nn::Embedding", {}}};
}

}  // namespace regard::diagrams::blocks
