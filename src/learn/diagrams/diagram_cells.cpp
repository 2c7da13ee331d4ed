#include "diagrams/parts.h"

#include <string>

#include "nn/recurrent.h"
#include "regard/base/str.h"

namespace regard::diagrams::cells {
namespace {

using draw::Point;

constexpr double kLeft = 24, kRight = kWidth - 24;

/// The sizes of a cell.
struct Sizes {
  int64_t input;
  int64_t hidden;

  int64_t per_gate() const { return hidden * (input + hidden + 2); }
  std::string state() const { return str("(batch, ", hidden, ')'); }
};

/// Draws a gate, a function of [x; h].
Placed gate(Sketch& sketch, Point at, const std::string& title, const std::string& equation,
            const Sizes& sizes, double width = 136) {
  return sketch.box({.title = title,
                     .equation = equation,
                     .shape = sizes.state(),
                     .parameters = sizes.per_gate(),
                     .style = style::kRecurrent},
                    at, width);
}

/// Draws the input line along the bottom: x and the previous state, which every gate reads.
void feed(Sketch& sketch, const std::vector<Placed>& gates, double height, double input_x) {
  for (const auto& box : gates) sketch.arrow({{box.middle(), height}, box.below()});
  sketch.line({{input_x, height}, {gates.back().middle(), height}});
}

void draw_rnn(Sketch& sketch, const Sizes& sizes, bool is_relu) {
  const auto cell =
      sketch.box({.title = is_relu ? "relu" : "tanh",
                  .equation = str(is_relu ? "relu" : "tanh", "(W_ih xₜ + b_ih + W_hh hₜ₋₁ + b_hh)"),
                  .shape = sizes.state(),
                  .parameters = sizes.per_gate(),
                  .header = "ops/recurrent_step.h",
                  .style = style::kRecurrent},
                 {kWidth / 2, 70}, 320);
  sketch.text({kWidth / 2, 0}, str("xₜ (batch, ", sizes.input, ')'));
  sketch.arrow({{kWidth / 2, 18}, cell.below()});
  sketch.text({70, cell.centre() + 10}, "hₜ₋₁");
  sketch.arrow({{kLeft, cell.centre()}, cell.at_left()});
  sketch.arrow({cell.at_right(), {kRight, cell.centre()}});
  sketch.text({kRight - 46, cell.centre() + 10}, "hₜ");
  sketch.arrow({cell.above(), {kWidth / 2, cell.top + 40}});
  sketch.text({kWidth / 2, cell.top + 46}, "hₜ, also the output");
}

void draw_gru(Sketch& sketch, const Sizes& sizes, bool reset_before) {
  const double bottom = 60, up = 250;
  const auto r = gate(sketch, {140, bottom}, "reset gate r", "σ(W_ir x + W_hr h + b)", sizes, 170);
  const auto z = gate(sketch, {330, bottom}, "update gate z", "σ(W_iz x + W_hz h + b)", sizes, 170);
  const auto n = gate(
      sketch, {570, bottom}, "candidate n",
      reset_before ? "tanh(W_in x + W_hn (r ⊙ h) + b)" : "tanh(W_in x + b + r ⊙ (W_hn h + b′))",
      sizes, 230);
  feed(sketch, {r, z, n}, 36, 60);
  sketch.text({60, 12}, str("xₜ (batch, ", sizes.input, ')'));
  sketch.line({{60, 26}, {60, 36}});
  // The state runs along the top.
  sketch.text({kLeft + 14, up + 12}, "hₜ₋₁");
  const auto keep = sketch.sign("×", {z.middle(), up});
  const auto sum = sketch.sign("+", {n.middle(), up});
  sketch.arrow({{kLeft, up}, keep.at_left()});
  sketch.arrow({keep.at_right(), sum.at_left()});
  sketch.arrow({sum.at_right(), {kRight, up}});
  sketch.text({kRight - 16, up + 12}, "hₜ");
  sketch.line({{50, up}, {50, 36}, {60, 36}});  // the state to every gate
  sketch.arrow({z.above(), keep.below()});
  sketch.text({z.middle() + 8, (z.top + up) / 2 + 24}, "z", {.anchor = draw::Anchor::start});
  const auto fresh = sketch.sign("×", {n.middle(), (n.top + up) / 2});
  sketch.arrow({n.above(), fresh.below()});
  sketch.arrow({fresh.above(), sum.below()});
  sketch.arrow({{z.middle(), fresh.centre()}, fresh.at_left()});
  sketch.text({(z.middle() + n.middle()) / 2, fresh.centre() + 6}, "1 − z");
  const double beside = (z.right + n.left) / 2;
  sketch.arrow({r.above(),
                {r.middle(), r.top + 20},
                {beside, r.top + 20},
                {beside, n.centre()},
                n.at_left()},
               "line s1");
  sketch.text({r.middle() + 10, r.top + 26},
              reset_before ? "r, on the state" : "r, after the product with W_hn",
              {.anchor = draw::Anchor::start});
  sketch.text({kWidth / 2, up + 44}, "hₜ = (1 − z) ⊙ n + z ⊙ hₜ₋₁");
}

void draw_lstm(Sketch& sketch, const Sizes& sizes) {
  const double bottom = 60, memory = 300, output = 222;
  const double width = 166;
  const auto f =
      gate(sketch, {98, bottom}, "forget gate f", "σ(W_if x + W_hf h + b)", sizes, width);
  const auto i =
      gate(sketch, {272, bottom}, "input gate i", "σ(W_ii x + W_hi h + b)", sizes, width);
  const auto n =
      gate(sketch, {446, bottom}, "candidate n", "tanh(W_in x + W_hn h + b)", sizes, width);
  const auto o =
      gate(sketch, {620, bottom}, "output gate o", "σ(W_io x + W_ho h + b)", sizes, width);
  feed(sketch, {f, i, n, o}, 36, 60);
  sketch.text({60, 0}, str("xₜ (batch, ", sizes.input, ')'));
  sketch.arrow({{60, 16}, {60, 36}});
  sketch.text({200, 0}, str("hₜ₋₁ (batch, ", sizes.hidden, ')'));
  sketch.arrow({{200, 16}, {200, 36}});

  sketch.text({kLeft + 14, memory + 12}, "cₜ₋₁");
  const auto forget = sketch.sign("×", {f.middle(), memory});
  const auto sum = sketch.sign("+", {(i.middle() + n.middle()) / 2, memory});
  sketch.arrow({{kLeft, memory}, forget.at_left()});
  sketch.arrow({forget.at_right(), sum.at_left()});
  sketch.arrow({sum.at_right(), {kRight, memory}});
  sketch.text({kRight - 16, memory + 12}, "cₜ");
  sketch.arrow({f.above(), forget.below()});
  const auto write = sketch.sign("×", {sum.middle(), output});
  sketch.arrow({i.above(), {i.middle(), output}, write.at_left()});
  sketch.arrow({n.above(), {n.middle(), output}, write.at_right()});
  sketch.arrow({write.above(), sum.below()});
  const auto squash =
      sketch.box({.title = "tanh", .style = style::kRecurrent}, {534, memory - 46}, 54);
  sketch.arrow({{534, memory}, squash.above()});
  const auto show = sketch.sign("×", {o.middle(), output});
  sketch.arrow({squash.below(), {534, output}, show.at_left()});
  sketch.arrow({o.above(), show.below()});
  sketch.arrow({show.at_right(), {kRight, output}});
  sketch.text({kRight - 16, output + 12}, "hₜ");
  sketch.text({kWidth / 2, memory + 62}, "cₜ = f ⊙ cₜ₋₁ + i ⊙ n");
  sketch.text({kWidth / 2, memory + 44}, "hₜ = o ⊙ tanh(cₜ)");
}

}  // namespace

std::string cell_name(ops::Cell cell) {
  switch (cell) {
    case ops::Cell::rnn_tanh:
    case ops::Cell::rnn_relu:
      return "RNN";
    case ops::Cell::gru:
    case ops::Cell::gru_reset_before:
      return "GRU";
    case ops::Cell::lstm:
      break;
  }
  return "LSTM";
}

void draw(Sketch& sketch, const Subject& recurrent) {
  const auto& options = recurrent.as<nn::RecurrentImpl>().options();
  const Sizes sizes{options.input_size, options.hidden_size};
  sketch.set_title(str("One step of a layer: ", cell_name(options.cell)));
  switch (options.cell) {
    case ops::Cell::rnn_tanh:
    case ops::Cell::rnn_relu:
      return draw_rnn(sketch, sizes, options.cell == ops::Cell::rnn_relu);
    case ops::Cell::gru:
    case ops::Cell::gru_reset_before:
      return draw_gru(sketch, sizes, options.cell == ops::Cell::gru_reset_before);
    case ops::Cell::lstm:
      return draw_lstm(sketch, sizes);
  }
}

}  // namespace regard::diagrams::cells
