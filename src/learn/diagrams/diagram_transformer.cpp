// The Transformer, its two stacks and the decoder-only language model: figure 1 of Vaswani et al.
// (2017).
#include <cmath>

#include "diagrams/parts.h"
#include "model/transformer.h"
#include "model/transformer_lm.h"
#include "regard/base/str.h"

namespace regard::diagrams::transformer {
namespace {

constexpr double kStackWidth = 440, kBoxWidth = 300;
constexpr double kWholeWidth = 760, kEncoderMiddle = 195, kDecoderMiddle = 565;

/// Equations of the scaled embedding and of the positions.
struct Input {
  std::string embedding_equation;
  std::string position_equation;
};

Input input_of(bool scales, bool learned, bool interleaved = true) {
  return {scales ? "√d E[token]" : "E[token]", learned ? "x + P[position], learned"
                                               : interleaved
                                                   ? "x + sin, cos(position / 10000^(2j/d))"
                                                   : "x + [sin; cos](position ωⱼ)"};
}

/// The number of blocks in a list, and the first block.
struct Blocks {
  size_t count;
  Subject first;
};

Blocks blocks_of(const Subject& stack) {
  const auto blocks = stack.child("blks").children();
  return {blocks.size(), blocks.front()};
}

int64_t width_of(const Subject& stack) {
  return blocks_of(stack).first.size_of("addnorm1.ln.weight", 0);
}

/// Adds embedding and positions, whose sum is what the first block reads.
void add_input(Column& column, const Subject& stack, const Input& input,
               const std::string& tokens) {
  const auto size = shape(stack.axis(), width_of(stack));
  column.name(str(tokens, " (batch, ", stack.axis(), ")"));
  const Part embedding{.title = "embedding",
                       .equation = input.embedding_equation,
                       .shape = size,
                       .style = style::kEmbedding};
  if (stack.has("embedding")) {
    column.add(stack.child("embedding").as_part(embedding));
  } else {
    auto shared = embedding;
    shared.title = "embedding, shared with the decoder";
    column.add(shared);
  }
  Part positions{.title = "add positional encoding",
                 .equation = input.position_equation,
                 .shape = size,
                 .header = "nn/positional_encoding.h",
                 .style = style::kEmbedding};
  if (stack.has("positions")) positions = stack.child("positions").as_part(positions);
  column.add(positions);
  if (stack.has("norm_input")) {
    column.add(stack.child("norm_input")
                   .as_part({.title = "layer normalization",
                             .equation = "LN(x)",
                             .shape = size,
                             .style = style::kNorm}));
  }
}

void add_final_norm(Column& column, const Subject& stack) {
  if (!stack.has("norm")) return;
  column.add(stack.child("norm").as_part({.title = "layer normalization",
                                          .equation = "LN(x)",
                                          .shape = shape(stack.axis(), width_of(stack)),
                                          .style = style::kNorm}));
}

/// Draws a frame around the blocks, which start at `bottom`, and labels it with their number.
void frame(Column& column, const Blocks& blocks, double bottom) {
  const double half = column.width() / 2 + 27;
  column.sketch().frame({column.middle() - half, column.middle() + half, bottom, column.top() + 6},
                        str("× ", blocks.count));
}

void add_encoder(Column& column, const Subject& encoder, const Input& input) {
  add_input(column, encoder, input, encoder.axis() == "source" ? "source tokens" : "tokens");
  const auto blocks = blocks_of(encoder);
  const double bottom = column.top() + 4;
  blocks::add_encoder_block(column, blocks.first);
  frame(column, blocks, bottom);
  add_final_norm(column, encoder);
}

/// Adds the decoder; returns the cross-attention of a block.
Placed add_decoder(Column& column, const Subject& decoder, const Input& input) {
  add_input(column, decoder, input, "target tokens, one place to the right");
  const auto blocks = blocks_of(decoder);
  const double bottom = column.top() + 4;
  const auto cross = blocks::add_decoder_block(column, blocks.first);
  frame(column, blocks, bottom);
  add_final_norm(column, decoder);
  return cross;
}

void add_output(Column& column, const Subject& owner) {
  const auto dense = owner.child("dense");
  const auto weight = dense.as<nn::OutputLayerImpl>().weight;
  const bool is_tied = !dense.module->named_parameters(false).contains("weight");
  const auto size = shape(owner.axis(), weight.size(0));
  column.add(dense.as_part(
      {.title = is_tied ? "output layer, its W the embedding" : "output layer",
       .equation = str(is_tied ? 'E' : 'W', owner.axis() == "position" ? " h" : " s", " + b"),
       .shape = size,
       .style = style::kLinear}));
  add_softmax(column, dense);
}

template <class Stack>
Input input_of_stack(const Subject& stack) {
  const auto& options = stack.as<Stack>().options();
  return input_of(options.scale_embeddings, stack.has("positions"),
                  options.positions == model::Positions::sinusoidal);
}

void draw_encoder(Sketch& sketch, const Subject& encoder) {
  Column column(sketch, kStackWidth / 2, kBoxWidth, 0);
  add_encoder(column, encoder, input_of_stack<model::TransformerEncoderImpl>(encoder));
  column.name("the memory, which the decoder attends to");
}

void draw_decoder(Sketch& sketch, const Subject& decoder) {
  Column column(sketch, kStackWidth / 2 - 34, kBoxWidth, 0);
  const auto cross =
      add_decoder(column, decoder, input_of_stack<model::TransformerDecoderImpl>(decoder));
  const double side = kStackWidth - 14;
  sketch.arrow({{side, cross.bottom - 40}, {side, cross.centre()}, cross.at_right()});
  sketch.text({side + 6, cross.bottom - 58}, "memory", {.anchor = draw::Anchor::end});
  add_output(column, decoder);
}

void draw_transformer(Sketch& sketch, const Subject& transformer) {
  const auto encoder = transformer.child("encoder"), decoder = transformer.child("decoder");
  Column left(sketch, kEncoderMiddle, kBoxWidth, 0);
  add_encoder(left, encoder, input_of_stack<model::TransformerEncoderImpl>(encoder));
  Column right(sketch, kDecoderMiddle, kBoxWidth, 0);
  const auto cross =
      add_decoder(right, decoder, input_of_stack<model::TransformerDecoderImpl>(decoder));
  add_output(right, decoder);
  // The memory runs from the top of the encoder to every block of the decoder.
  const double up = left.top() + 34, side = (kEncoderMiddle + kDecoderMiddle) / 2;
  sketch.arrow(
      {left.end(), {kEncoderMiddle, up}, {side, up}, {side, cross.centre()}, cross.at_left()},
      "line s1");
  sketch.text({kEncoderMiddle, up + 8}, "memory: keys and values of every decoder block");
}

void draw_language_model(Sketch& sketch, const Subject& lm) {
  Column column(sketch, kStackWidth / 2, kBoxWidth, 0);
  add_encoder(column, lm, input_of(true, false));
  add_output(column, lm);
}

}  // namespace

std::vector<DrawnClass> drawn_classes() {
  return {{is_a<model::Transformer>,
           "model/transformer.h",
           {{"", "Transformer", kWholeWidth, draw_transformer},
            unrolled::teacher_forcing(),
            unrolled::feedback()}},
          {is_a<model::TransformerEncoderImpl>,
           "model/transformer_encoder.h",
           {{"", "Transformer encoder", kStackWidth, draw_encoder}}},
          {is_a<model::TransformerDecoderImpl>,
           "model/transformer_decoder.h",
           {{"", "Transformer decoder", kStackWidth, draw_decoder}}},
          {is_a<model::TransformerLm>,
           "model/transformer_lm.h",
           {{"", "Decoder-only Transformer, a language model", kStackWidth, draw_language_model}}}};
}

}  // namespace regard::diagrams::transformer
