// The recurrent encoder and its bridge to the decoder (d2l 10.7), and the recurrent language model
// (d2l 9.4).
#include "diagrams/parts.h"
#include "model/rnn_encoder.h"
#include "model/rnn_lm.h"
#include "nn/linear.h"
#include "regard/base/str.h"
#include "words/symbols.h"

namespace regard::diagrams::rnn_encoder {
namespace {

using words::at_step, words::before_step, words::symbols::kOutput, words::symbols::kState;

void draw_encoder(Sketch& sketch, const Subject& encoder) {
  Column column(sketch, kStackMiddle, kBoxWidth, 0);
  add_recurrent_encoder(column, encoder);
  column.name("a state for each token, and the last of each layer");
}

Part bridge_layer(const Subject& layer) {
  return layer.as_part({.title = layer.name(),
                        .equation = "tanh(W [forward; backward] + b)",
                        .shape = str("(batch, ", layer.size_of("weight", 0), ')'),
                        .style = style::kLinear});
}

/// Draws layers that each read and return a state of their own, such as an LSTM's hidden state and
/// cell. Arrows enter on the left and leave on the right.
void draw_beside_each_other(Sketch& sketch, const std::vector<Subject>& layers) {
  constexpr double kGap = 10, kBeside = 20, kEnd = 16;
  std::vector<Placed> boxes;
  constexpr double kName = 18, kFork = kName + 10;  // above the name of the layers' input
  double bottom = kFork + kEnd;
  for (const auto& layer : layers) {
    boxes.push_back(sketch.box(bridge_layer(layer), {kStackMiddle, bottom}, kBoxWidth));
    bottom = boxes.back().top + kGap;
  }
  const double from = boxes.front().left - kBeside, to = boxes.front().right + kBeside;
  const double top = boxes.back().top + kEnd;
  sketch.line({{kStackMiddle, kName}, {kStackMiddle, kFork}});
  for (const auto& box : boxes) {
    sketch.arrow({{kStackMiddle, kFork}, {from, kFork}, {from, box.centre()}, box.at_left()});
    sketch.line({box.at_right(), {to, box.centre()}, {to, top}, {kStackMiddle, top}});
  }
  sketch.arrow({{kStackMiddle, top}, {kStackMiddle, top + kEnd}});
  sketch.text({kStackMiddle, top + kEnd + 4}, "the decoder's first states");
}

void draw_bridge(Sketch& sketch, const Subject& bridge) {
  Column column(sketch, kStackMiddle, kBoxWidth, 0);
  const bool is_of_mean = bridge.parent != nullptr && bridge.has_sibling("encoder") &&
                          Subject{bridge.parent, ""}.child("encoder").has("convolutions");
  column.name(is_of_mean ? "the mean of the encoder's states, through its layer"
                         : "the encoder's last state in each layer");
  const auto layers = bridge.children();
  if (layers.size() > 1) return draw_beside_each_other(sketch, layers);
  if (layers.empty()) {
    column.add({.title = "unchanged",
                .equation = is_of_mean ? "s₀ = tanh(W mean(h) + b), of the encoder"
                                       : "s₀ = h_T, layer for layer"});
  } else {
    column.add(bridge_layer(layers.front()));
  }
  column.name("the decoder's first states");
}

/// The equation of the output layer, as in d2l 9.4: "Oₜ = Hₜ W_hq + b_q".
std::string output_equation() {
  return str(at_step(kOutput.letter), " = ", at_step(kState.letter), ' ', kOutput.of_state(), " + ",
             kOutput.bias());
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
  const auto layers = column.add(recurrent_part(rnn, "Hₜ = f(Xₜ, Hₜ₋₁)"));
  const double loop = layers.right + 26;
  sketch.arrow({{layers.right, layers.centre() + 14},
                {loop, layers.centre() + 14},
                {loop, layers.centre() - 14},
                {layers.right, layers.centre() - 14}},
               "line s2");
  sketch.text({loop + 4, layers.centre() - 4}, before_step(kState.letter),
              {.anchor = draw::Anchor::start});
  column.add(output_part(linear, output_equation()));
  add_softmax(column, linear);
}

constexpr double kUnrolledWidth = 640;

/// Draws how the model predicts, at each character, the next one: the labels are the input shifted
/// by one (d2l 9.4.3).
void draw_characters(Sketch& sketch, const Subject& lm) {
  const auto& options = recurrent_options_of(lm.child("rnn"));
  const int64_t vocab = lm.child("linear").as<nn::OutputLayerImpl>().weight.size(0);
  const std::string word = "machine";
  constexpr double first = 58, pitch = 105, width = 78;
  std::vector<Placed> states;
  for (size_t t = 0; t + 1 < word.size(); ++t) {
    const double x = first + pitch * static_cast<double>(t);
    const auto input = sketch.box({.title = word.substr(t, 1), .style = "chosen"}, {x, 0}, width);
    const auto state = sketch.box({.title = kState.letter,
                                   .shape = str("(batch, ", options.hidden_size, ')'),
                                   .path = lm.child("rnn").below("cell"),
                                   .style = style::kRecurrent},
                                  {x, input.top + 26}, width);
    const auto output =
        sketch.box({.title = str(kState.letter, ' ', kOutput.of_state(), " + ", kOutput.bias()),
                    .shape = str("(batch, ", vocab, ')'),
                    .style = style::kLinear},
                   {x, state.top + 26}, width);
    const auto label = sketch.box({.title = word.substr(t + 1, 1)}, {x, output.top + 46}, width);
    sketch.arrow({input.above(), state.below()});
    if (!states.empty()) sketch.arrow({states.back().at_right(), state.at_left()});
    sketch.arrow({state.above(), output.below()});
    sketch.arrow({label.below(), output.above()});
    sketch.text({x + 4, output.top + 18}, "loss", {.size = draw::kSmallText});
    states.push_back(state);
    if (t == 0) {
      sketch.text({kUnrolledWidth / 2, label.top + 14},
                  "labels: the input, one place to the left; perplexity is exp of their mean loss");
    }
  }
  sketch.text({kUnrolledWidth / 2, -20}, "input: a character each step",
              {.anchor = draw::Anchor::middle, .style = "muted"});
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
           {{"", "Recurrent language model", kStackWidth, draw_language_model},
            {"characters", "A language model of characters over time", kUnrolledWidth,
             draw_characters}}}};
}

}  // namespace regard::diagrams::rnn_encoder
