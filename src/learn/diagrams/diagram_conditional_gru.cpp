// The recurrent encoder-decoder that attends between two GRU cells: Sennrich et al. (2017).
#include <initializer_list>

#include "base/readable.h"
#include "diagrams/parts.h"
#include "model/conditional_gru.h"
#include "regard/base/str.h"

namespace regard::diagrams::conditional_gru {
namespace {

constexpr double kLoopWidth = 250, kBesideGap = 14;

Part cell_part(const Subject& decoder, size_t number, const std::string& equation) {
  const auto cell = decoder.child("cells").child(std::to_string(number));
  return cell.as_part({.title = str("GRU cell ", number + 1),
                       .equation = equation,
                       .shape = str("(batch, ", cell.size_of("U.weight", 1), ')'),
                       .style = style::kRecurrent});
}

Part upper_part(const Subject& upper) {
  const auto layers = upper.children();
  const auto count = static_cast<int64_t>(layers.size());
  return upper.as_part({.title = counted(count, "recurrent layer"),
                        .equation = "sₜ = f(xₜ, sₜ₋₁)",
                        .shape = str("(batch, ", layers[0].size_of("0.U.weight", 1), ')'),
                        .style = style::kRecurrent});
}

int64_t parameters_of(const Subject& owner, std::initializer_list<const char*> children) {
  int64_t count = 0;
  for (const auto* name : children) count += owner.child(name).parameters();
  return count;
}

/// The parts of the decoder that read the encoder's states.
struct Readers {
  Placed first_cell, attention;
};

/// Adds the column from the previous token to the probabilities of the next one. Lines on its right
/// bypass the attention: from the first cell to the second, and from the embedding to the readout.
Readers add_decoder(Sketch& sketch, double middle, const Subject& decoder) {
  const double left = middle - (kBoxWidth - kLoopWidth) / 2;
  const double beside = left + kLoopWidth / 2 + kBesideGap, passing = beside + kBesideGap;
  Column below(sketch, middle, kBoxWidth, 0);
  below.name("previous token yₜ₋₁ (batch, target)");
  const auto embedding = below.add(embedding_part(decoder));
  Column loop(sketch, left, kLoopWidth, embedding.top + Column::kGap);
  const auto first = loop.add(cell_part(decoder, 0, "s′ = GRU(E[yₜ₋₁], sₜ₋₁)"));
  sketch.arrow({{left, embedding.top}, first.below()});
  const int64_t context = decoder.size_of("W_k.weight", 1);
  const auto attention =
      loop.add({.title = "additive attention",
                .equation = "e = w_v · tanh(W_q s′ + W_k h), α = softmax(e), c = Σ α h",
                .shape = str("c (batch, ", context, "), α (batch, 1, source)"),
                .parameters = parameters_of(decoder, {"W_q", "W_k", "w_v"}),
                .style = style::kAttention});
  const auto second = loop.add(cell_part(decoder, 1, "GRU(cₜ, s′)"));
  sketch.text({left + 6, attention.top + 7}, "cₜ", {.anchor = draw::Anchor::start});
  sketch.arrow(
      {first.at_right(), {beside, first.centre()}, {beside, second.centre()}, second.at_right()},
      "line s2");
  const auto cells = decoder.child("cells").children();
  for (size_t cell = 2; cell < cells.size(); ++cell) {
    loop.add(cell_part(decoder, cell, "GRU(state after the cell below)"));
  }
  if (!decoder.child("upper").children().empty()) loop.add(upper_part(decoder.child("upper")));
  Column above(sketch, middle, kBoxWidth, loop.top() + Column::kGap);
  const auto readout = above.add({.title = "readout",
                                  .equation = "tanh(W_y E[yₜ₋₁] + W_s sₜ + W_c cₜ + b)",
                                  .shape = shape("target", decoder.size_of("W_y.weight", 0)),
                                  .parameters = parameters_of(decoder, {"W_y", "W_s", "W_c"}),
                                  .style = style::kFeedForward});
  sketch.arrow({loop.end(), {left, readout.bottom}});
  sketch.arrow({{passing, embedding.top}, {passing, readout.bottom}});
  const double side = attention.left - kBesideGap, branch = attention.top + Column::kGap / 2;
  sketch.arrow({{left, branch}, {side, branch}, {side, readout.centre()}, readout.at_left()});
  above.add(output_part(decoder.child("dense"), "W t + b"));
  add_softmax(above, decoder.child("dense"));
  return {first, attention};
}

void draw_decoder(Sketch& sketch, const Subject& decoder) {
  const auto readers = add_decoder(sketch, kStackMiddle, decoder);
  const auto from_left = [&](const Placed& to, const char* name, const char* line) {
    sketch.text({4, to.centre() + 8}, name, {.anchor = draw::Anchor::start});
    sketch.arrow({{6, to.centre()}, to.at_left()}, line);
  };
  from_left(readers.attention, "memory", "line s1");
  from_left(readers.first_cell, "s₀", "line s2");
}

Part stacks_part(const Subject& encoder) {
  const auto layers = encoder.child("from_left").children();
  const bool alternates = encoder.as<model::ConditionalGruEncoderImpl>().options().alternating;
  auto part = encoder.as_part(
      {.title = counted(static_cast<int64_t>(layers.size()), "recurrent layer") +
                (alternates ? " in alternating directions, twice" : " in both directions"),
       .equation = alternates ? "hⱼ = [begun from the left; from the right]"
                              : "hⱼ = [f(xⱼ, hⱼ₋₁); f(xⱼ, hⱼ₊₁)]",
       .shape = shape("source", 2 * layers[0].size_of("0.U.weight", 1)),
       .style = style::kRecurrent});
  part.parameters = parameters_of(encoder, {"from_left", "from_right"});
  return part;
}

void draw_model(Sketch& sketch, const Subject& model) {
  const auto encoder = model.child("encoder"), decoder = model.child("decoder");
  Column left(sketch, kEncoderMiddle, kBoxWidth, 0);
  left.name("source tokens (batch, source)");
  left.add(embedding_part(encoder));
  left.add(stacks_part(encoder));
  left.name("h₁ … hₙ: keys and values");
  const double states = left.top() - 10;
  const auto first = left.add(decoder.child("first").as_part(
      {.title = "bridge",
       .equation = "s₀ = tanh(W mean(h) + b), of the encoder",
       .shape = str("(batch, ", decoder.size_of("first.weight", 0), ')'),
       .style = style::kLinear}));
  const auto readers = add_decoder(sketch, kDecoderMiddle, decoder);
  const double memory = kEncoderMiddle + kBoxWidth / 2 + kBesideGap, bridge = memory + 12;
  sketch.arrow({{kEncoderMiddle + 84, states},
                {memory, states},
                {memory, readers.attention.centre()},
                readers.attention.at_left()},
               "line s1");
  sketch.arrow({first.at_right(),
                {bridge, first.centre()},
                {bridge, readers.first_cell.centre()},
                readers.first_cell.at_left()},
               "line s2");
  sketch.text({kEncoderMiddle, first.top + 8}, "s₀, the decoder's first state");
}

}  // namespace

std::vector<DrawnClass> drawn_classes() {
  return {{is_a<model::ConditionalGru>,
           "model/conditional_gru.h",
           {{"", "RNN that attends between two cells", kWholeWidth, draw_model}}},
          {is_a<model::ConditionalGruDecoderImpl>,
           "model/conditional_gru.h",
           {{"", "Decoder that attends between two cells", kStackWidth, draw_decoder}}}};
}

}  // namespace regard::diagrams::conditional_gru
