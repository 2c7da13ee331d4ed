// Recurrent layers, one above the other, and their cell (d2l 9.4, 10.1 to 10.4).
#include "diagrams/parts.h"
#include "nn/recurrent.h"
#include "regard/base/str.h"

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
          .equation = backward ? "hₜ = cell(xₜ, hₜ₊₁)" : "hₜ = cell(xₜ, hₜ₋₁)",
          .shape = str('(', recurrent.axis(), ", batch, ", options.hidden_size, ')'),
          .parameters = parameters_of_layer(recurrent, suffix),
          .header = "ops/recurrent_step.h",
          .path = recurrent.below("cell"),
          .style = style::kRecurrent};
}

void draw_layers(Sketch& sketch, const Subject& recurrent) {
  const auto& options = recurrent.as<nn::RecurrentImpl>().options();
  constexpr double width = 230, left = 180, right = 460, middle = 320;
  sketch.text({middle, 0}, str("x (", recurrent.axis(), ", batch, ", options.input_size, ')'));
  double from = 16;  // where the flow of the layer below ends
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

// d2l 9.1: a latent autoregressive model keeps a summary h of the past.
void draw_unrolled(Sketch& sketch, const Subject& recurrent) {
  const auto& options = recurrent.as<nn::RecurrentImpl>().options();
  constexpr int steps = 4;
  constexpr double pitch = 150, first = 95, width = 104;
  std::vector<Placed> states;
  const std::string names[] = {"ₜ₋₁", "ₜ", "ₜ₊₁", "ₜ₊₂"};
  for (int i = 0; i < steps; ++i) {
    const double x = first + pitch * i;
    const auto input =
        sketch.box({.title = str("x", names[i]), .shape = str("(batch, ", options.input_size, ')')},
                   {x, 0}, width);
    const auto state = sketch.box({.title = str("h", names[i]),
                                   .shape = str("(batch, ", options.hidden_size, ')'),
                                   .path = recurrent.below("cell"),
                                   .style = style::kRecurrent},
                                  {x, input.top + 30}, width);
    sketch.arrow({input.above(), state.below()});
    if (i > 0) sketch.arrow({states.back().at_right(), state.at_left()});
    sketch.arrow({state.above(), {x, state.top + 30}});
    sketch.text({x, state.top + 36},
                str("P(x", i + 1 < steps ? names[i + 1] : "ₜ₊₃", " | h", names[i], ')'));
    states.push_back(state);
  }
  sketch.arrow({{8, states.front().centre()}, states.front().at_left()});
  sketch.arrow({states.back().at_right(), {states.back().right + 36, states.back().centre()}});
  sketch.text({kWidth / 2, states.front().top + 66},
              "hₜ = f(xₜ, hₜ₋₁): a summary of all that was read, of one size, by the same weights "
              "at every step");
}

}  // namespace

std::vector<DrawnClass> drawn_classes() {
  return {
      {is_a<nn::RecurrentImpl>,
       "nn/recurrent.h",
       {{"", "Recurrent layers", kWidth, draw_layers},
        {"unrolled", "The layers over time: a latent autoregressive model", kWidth, draw_unrolled},
        {"cell", "One step of a layer", cells::kWidth, cells::draw}}}};
}

}  // namespace regard::diagrams::recurrent
