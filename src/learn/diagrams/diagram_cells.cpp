#include "diagrams/parts.h"

#include <string>

#include "nn/recurrent.h"
#include "regard/base/str.h"
#include "words/symbols.h"

namespace regard::diagrams::cells {
namespace {

using draw::Point;
using words::Symbol, words::at_step, words::before_step, words::sum_of;
using namespace words::symbols;

constexpr double kLeft = 24, kRight = kWidth - 24;

/// The sizes of a cell.
struct Sizes {
  int64_t input;
  int64_t hidden;

  int64_t per_gate() const { return hidden * (input + hidden + 2); }
  std::string state() const { return str("(batch, ", hidden, ')'); }
};

/// Draws a gate or a candidate; `equation` replaces the sum of a gate under its sigmoid.
Placed gate(Sketch& sketch, Point at, const Symbol& symbol, const Sizes& sizes, double width,
            const std::string& equation = {}) {
  return sketch.box({.title = symbol.title(),
                     .equation = equation.empty() ? str("σ(", sum_of(symbol), ')') : equation,
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

const std::string kNow = at_step(kState.letter), kBefore = before_step(kState.letter);

std::string input_text(const Sizes& sizes) {
  return str(at_step(kX), " (batch, ", sizes.input, ')');
}

void draw_rnn(Sketch& sketch, const Sizes& sizes, bool is_relu) {
  const std::string activation = is_relu ? "relu" : "tanh";
  const auto cell = sketch.box({.title = activation,
                                .equation = str(activation, '(', sum_of(kState), ')'),
                                .shape = sizes.state(),
                                .parameters = sizes.per_gate(),
                                .header = "ops/recurrent_step.h",
                                .style = style::kRecurrent},
                               {kWidth / 2, 70}, 320);
  sketch.text({kWidth / 2, 0}, input_text(sizes));
  sketch.arrow({{kWidth / 2, 18}, cell.below()});
  sketch.text({70, cell.centre() + 10}, kBefore);
  sketch.arrow({{kLeft, cell.centre()}, cell.at_left()});
  sketch.arrow({cell.at_right(), {kRight, cell.centre()}});
  sketch.text({kRight - 46, cell.centre() + 10}, kNow);
  sketch.arrow({cell.above(), {kWidth / 2, cell.top + 40}});
  sketch.text({kWidth / 2, cell.top + 46}, str(kNow, ", also the output"));
}

/// The candidate of a GRU. Its reset gate scales the state or the state's product with the weights.
std::string new_state(bool reset_before) {
  const auto& symbol = kNewState;
  const auto input = str("tanh(", at_step(kX), ' ', symbol.of_input(), " + ");
  const auto reset = at_step(kReset.letter);
  return reset_before ? str(input, '(', reset, " ⊙ ", kBefore, ") ", symbol.of_state(), " + ",
                            symbol.bias(), ')')
                      : str(input, symbol.bias(), " + ", reset, " ⊙ (", kBefore, ' ',
                            symbol.of_state(), " + b′_", symbol.index, "))");
}

void draw_gru(Sketch& sketch, const Sizes& sizes, bool reset_before) {
  const double bottom = 60, up = 250;
  const auto update = at_step(kUpdate.letter), reset = at_step(kReset.letter);
  const auto r = gate(sketch, {120, bottom}, kReset, sizes, 192);
  const auto z = gate(sketch, {330, bottom}, kUpdate, sizes, 192);
  const auto n = gate(sketch, {570, bottom}, kNewState, sizes, 230, new_state(reset_before));
  feed(sketch, {r, z, n}, 36, 60);
  sketch.text({60, 0}, input_text(sizes));
  sketch.arrow({{60, 16}, {60, 36}});
  // The state runs along the top.
  sketch.text({kLeft + 14, up + 12}, kBefore);
  const auto keep = sketch.sign("×", {z.middle(), up});
  const auto sum = sketch.sign("+", {n.middle(), up});
  const double beside_gates = r.left - 10;
  sketch.arrow({{beside_gates, up}, keep.at_left()});
  sketch.arrow({keep.at_right(), sum.at_left()});
  sketch.arrow({sum.at_right(), {kRight, up}});
  sketch.text({kRight - 16, up + 12}, kNow);
  sketch.line({{beside_gates, up}, {beside_gates, 36}, {60, 36}});  // the state to every gate
  sketch.arrow({z.above(), keep.below()});
  sketch.text({z.middle() + 8, (z.top + up) / 2 + 24}, update, {.anchor = draw::Anchor::start});
  const auto fresh = sketch.sign("×", {n.middle(), (n.top + up) / 2});
  sketch.arrow({n.above(), fresh.below()});
  sketch.arrow({fresh.above(), sum.below()});
  sketch.arrow({{z.middle(), fresh.centre()}, fresh.at_left()});
  sketch.text({(z.middle() + n.middle()) / 2, fresh.centre() + 6}, str("1 − ", update));
  const double beside = (z.right + n.left) / 2;
  sketch.arrow({r.above(),
                {r.middle(), r.top + 20},
                {beside, r.top + 20},
                {beside, n.centre()},
                n.at_left()},
               "line s1");
  sketch.text({r.middle() + 10, r.top + 26},
              str(reset, reset_before ? ", on the state"
                                      : str(", after the product with ", kNewState.of_state())),
              {.anchor = draw::Anchor::start});
  sketch.text({kWidth / 2, up + 44}, str(kNow, " = ", update, " ⊙ ", kBefore, " + (1 − ", update,
                                         ") ⊙ ", at_step(kNewState.letter)));
}

void draw_lstm(Sketch& sketch, const Sizes& sizes) {
  const double bottom = 60, memory = 300, output = 222;
  const double width = 170;
  const auto cell = at_step(kCell.letter), cell_before = before_step(kCell.letter);
  const auto f = gate(sketch, {98, bottom}, kForget, sizes, width);
  const auto i = gate(sketch, {272, bottom}, kIn, sizes, width);
  const auto n =
      gate(sketch, {446, bottom}, kNewCell, sizes, width, str("tanh(", sum_of(kNewCell), ')'));
  const auto o = gate(sketch, {620, bottom}, kOut, sizes, width);
  feed(sketch, {f, i, n, o}, 36, 60);
  sketch.text({60, 0}, input_text(sizes));
  sketch.arrow({{60, 16}, {60, 36}});
  sketch.text({200, 0}, str(kBefore, " (batch, ", sizes.hidden, ')'));
  sketch.arrow({{200, 16}, {200, 36}});

  sketch.text({kLeft + 14, memory + 12}, cell_before);
  const auto forget = sketch.sign("×", {f.middle(), memory});
  const auto sum = sketch.sign("+", {(i.middle() + n.middle()) / 2, memory});
  sketch.arrow({{kLeft, memory}, forget.at_left()});
  sketch.arrow({forget.at_right(), sum.at_left()});
  sketch.arrow({sum.at_right(), {kRight, memory}});
  sketch.text({kRight - 16, memory + 12}, cell);
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
  sketch.text({kRight - 16, output + 12}, kNow);
  sketch.text({kWidth / 2, memory + 62},
              str(cell, " = ", at_step(kForget.letter), " ⊙ ", cell_before, " + ",
                  at_step(kIn.letter), " ⊙ ", at_step(kNewCell.letter)));
  sketch.text({kWidth / 2, memory + 44},
              str(kNow, " = ", at_step(kOut.letter), " ⊙ tanh(", cell, ')'));
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
