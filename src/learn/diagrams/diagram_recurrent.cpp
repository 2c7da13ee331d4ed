// Recurrent layers, one above the other, and their cell (d2l 9.4, 10.1 to 10.4).
#include <array>
#include <vector>

#include "diagrams/parts.h"
#include "nn/recurrent.h"
#include "regard/base/str.h"
#include "words/symbols.h"

namespace regard::diagrams::recurrent {
namespace {

constexpr double kWidth = 640;

int64_t parameters_of_layer(const Subject& recurrent, const std::string& suffix) {
  int64_t count = 0;
  for (const auto& parameter : recurrent.module->named_parameters(false)) {
    if (parameter.key().ends_with(suffix)) count += parameter.value().numel();
  }
  return count;
}

Part layer_part(const Subject& recurrent, int64_t layer, bool backward) {
  const auto& options = recurrent.as<nn::RecurrentImpl>().options();
  const std::string suffix = str("_l", layer, backward ? "_reverse" : "");
  const std::string direction = !options.bidirectional ? "" : backward ? ", backward" : ", forward";
  return {.title = str(cells::cell_name(options.cell), ", layer ", layer + 1, direction),
          .equation = backward ? "Hₜ = cell(Xₜ, Hₜ₊₁)" : "Hₜ = cell(Xₜ, Hₜ₋₁)",
          .shape = str('(', recurrent.axis(), ", batch, ", options.hidden_size, ')'),
          .parameters = parameters_of_layer(recurrent, suffix),
          .header = "ops/recurrent_step.h",
          .path = recurrent.below("cell"),
          .style = style::kRecurrent};
}

void draw_layers(Sketch& sketch, const Subject& recurrent) {
  const auto& options = recurrent.as<nn::RecurrentImpl>().options();
  constexpr double width = 230, left = 180, right = 460, middle = 320;
  sketch.text({middle, 0}, str("X (", recurrent.axis(), ", batch, ", options.input_size, ')'));
  double from = 16;  // end of the arrow from the layer below
  for (int64_t layer = 0; layer < options.layers; ++layer) {
    const auto over_time = [&](const Placed& box, bool backward) {
      const double loop = 26, high = box.centre() + 12, low = box.centre() - 12;
      const double side = backward ? box.left : box.right;
      const double away = backward ? side - loop : side + loop;
      sketch.arrow({{side, high}, {away, high}, {away, low}, {side, low}}, "line s2");
    };
    if (!options.bidirectional) {
      const auto box = sketch.box(layer_part(recurrent, layer, false), {middle, from + 22}, width);
      sketch.arrow({{middle, from}, box.below()});
      over_time(box, false);
      from = box.top;
      continue;
    }
    const auto ahead = sketch.box(layer_part(recurrent, layer, false), {left, from + 34}, width);
    const auto back = sketch.box(layer_part(recurrent, layer, true), {right, from + 34}, width);
    for (const auto& box : {ahead, back}) {
      sketch.arrow({{middle, from}, {middle, from + 16}, {box.middle(), from + 16}, box.below()});
    }
    over_time(ahead, true);
    over_time(back, false);
    const auto both =
        sketch.box({.title = "concatenate",
                    .equation = "[forward; backward]",
                    .shape = str('(', recurrent.axis(), ", batch, ", 2 * options.hidden_size, ')')},
                   {middle, ahead.top + 34}, width);
    sketch.arrow({ahead.above(),
                  {left, ahead.top + 16},
                  {middle - 50, ahead.top + 16},
                  {middle - 50, both.bottom}});
    sketch.arrow({back.above(),
                  {right, ahead.top + 16},
                  {middle + 50, ahead.top + 16},
                  {middle + 50, both.bottom}});
    from = both.top;
  }
  sketch.arrow({{middle, from}, {middle, from + 24}});
  sketch.text({middle, from + 30}, "states of the top layer, at every step");
}

constexpr int kSteps = 4;
constexpr double kPitch = 150, kFirst = 95, kStepWidth = 104;
constexpr std::array kTimes = {"ₜ₋₁", "ₜ", "ₜ₊₁", "ₜ₊₂", "ₜ₊₃"};

double step_middle(int step) { return kFirst + kPitch * step; }

Placed draw_input(Sketch& sketch, const nn::RecurrentOptions& options, int step,
                  const char* letter) {
  return sketch.box({.title = str(letter, kTimes[static_cast<size_t>(step)]),
                     .shape = str("(batch, ", options.input_size, ')')},
                    {step_middle(step), 0}, kStepWidth);
}

/// Notes that only the first layer is drawn.
void say_which_layer(Sketch& sketch, const nn::RecurrentOptions& options, double base) {
  if (options.layers == 1) return;
  sketch.text({kWidth / 2, base}, str("Layer 1 of ", options.layers,
                                      "; each layer above reads the states of the one below."));
}

/// Draws a latent autoregressive model (d2l 9.1), which keeps a summary h of the past. Only a
/// language model predicts from it. Letters are lowercase, as in that section and for the encoder
/// of d2l 10.7, because there is only one sequence.
void draw_one_way(Sketch& sketch, const Subject& recurrent) {
  const auto& options = recurrent.as<nn::RecurrentImpl>().options();
  const bool predicts = recurrent.axis() == "position";
  std::vector<Placed> states;
  for (int i = 0; i < kSteps; ++i) {
    const auto now = static_cast<size_t>(i);
    const auto input = draw_input(sketch, options, i, "x");
    const auto state = sketch.box({.title = str("h", kTimes[now]),
                                   .shape = str("(batch, ", options.hidden_size, ')'),
                                   .path = recurrent.below("cell"),
                                   .style = style::kRecurrent},
                                  {step_middle(i), input.top + 30}, kStepWidth);
    sketch.arrow({input.above(), state.below()});
    if (i > 0) sketch.arrow({states.back().at_right(), state.at_left()});
    sketch.arrow({state.above(), {state.middle(), state.top + 30}});
    sketch.text(
        {state.middle(), state.top + 36},
        predicts ? str("P(x", kTimes[now + 1], " | h", kTimes[now], ')') : str("h", kTimes[now]));
    states.push_back(state);
  }
  sketch.arrow({{8, states.front().centre()}, states.front().at_left()});
  sketch.arrow({states.back().at_right(), {states.back().right + 36, states.back().centre()}});
  if (predicts) sketch.set_title("The layers over time: a latent autoregressive model");
  sketch.text({kWidth / 2, states.front().top + 66},
              "hₜ = f(xₜ, hₜ₋₁): a summary, of fixed size, of all that was read; the same weights "
              "at every step");
  say_which_layer(sketch, options, states.front().top + 48);
}

/// Draws the first layer in both directions. Lines pass next to the boxes of the other direction:
/// inputs on the right, forward states on the left.
void draw_both_ways(Sketch& sketch, const Subject& recurrent) {
  const auto& options = recurrent.as<nn::RecurrentImpl>().options();
  constexpr double width = 92, aside = 14, lane = 46;
  const auto state = [&](int step, bool backward, double bottom) {
    return sketch.box(
        {.title = backward ? "backward" : "forward",
         .equation = str(words::symbols::kState.letter, kTimes[static_cast<size_t>(step)]),
         .shape = str("(batch, ", options.hidden_size, ')'),
         .path = recurrent.below("cell"),
         .style = style::kRecurrent},
        {step_middle(step) + (backward ? aside : -aside), bottom}, width);
  };
  std::vector<Placed> ahead, back;
  double top = 0;
  for (int i = 0; i < kSteps; ++i) {
    const double x = step_middle(i);
    const auto input = draw_input(sketch, options, i, words::symbols::kX);
    ahead.push_back(state(i, false, input.top + 30));
    back.push_back(state(i, true, ahead.back().top + 24));
    const auto both =
        sketch.box({.title = str(words::symbols::kState.letter, kTimes[static_cast<size_t>(i)]),
                    .equation = "[forward; backward]",
                    .shape = str("(batch, ", 2 * options.hidden_size, ')')},
                   {x, back.back().top + 30}, kStepWidth + 12);
    sketch.arrow({{x - aside, input.top}, {x - aside, ahead.back().bottom}});
    sketch.arrow({{x + lane, input.top}, {x + lane, back.back().bottom}});
    sketch.arrow({{x - lane, ahead.back().top}, {x - lane, both.bottom}});
    sketch.arrow({{x + aside, back.back().top}, {x + aside, both.bottom}});
    if (i > 0) {
      sketch.arrow({ahead[ahead.size() - 2].at_right(), ahead.back().at_left()});
      sketch.arrow({back.back().at_left(), back[back.size() - 2].at_right()});
    }
    top = both.top;
  }
  sketch.arrow({{8, ahead.front().centre()}, ahead.front().at_left()});
  sketch.arrow({{kWidth - 6, back.back().centre()}, back.back().at_right()});
  sketch.text({kWidth / 2, top + 30},
              "One direction reads from the left, the other from the right: each Hₜ depends on "
              "what is before and after it.");
  say_which_layer(sketch, options, top + 12);
}

void draw_unrolled(Sketch& sketch, const Subject& recurrent) {
  recurrent_options_of(recurrent).bidirectional ? draw_both_ways(sketch, recurrent)
                                                : draw_one_way(sketch, recurrent);
}

}  // namespace

std::vector<DrawnClass> drawn_classes() {
  return {{is_a<nn::RecurrentImpl>,
           "nn/recurrent.h",
           {{"", "Recurrent layers", kWidth, draw_layers},
            {"unrolled", "The layers over time", kWidth, draw_unrolled},
            {"cell", "One step of a layer", cells::kWidth, cells::draw}}}};
}

}  // namespace regard::diagrams::recurrent
