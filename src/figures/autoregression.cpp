#include "regard/nn/autoregression.h"

#include <torch/utils.h>

#include "numbers.h"
#include "regard/draw/line_chart.h"

namespace regard::figures {

// d2l 9.1: 1000 numbers; the model learns from the first 600, four at a time.
draw::Picture prediction_ahead() {
  constexpr int64_t kCount = 1000, kTrained = 600, kOrder = 4;
  const auto series =
      nn::noisy_sine(kCount, 0.01, 0.2, torch::make_generator<torch::CPUGeneratorImpl>(1));
  nn::Autoregression model(kOrder);
  model->to(torch::kDouble);
  model->fit(series.slice(0, 0, kTrained));

  // Row i, column k: number i + kOrder + k of the series, k + 1 steps ahead.
  const torch::NoGradGuard no_grad;
  const auto ahead = model->predict_ahead(series, 64);
  const auto alone =
      model->predict_ahead(series.slice(0, kTrained - kOrder, kTrained), kCount - kTrained);
  const auto data =
      draw::Series{.name = "data", .x = counted(kCount, 1), .y = numbers(series), .colour = 6};
  const auto from = [](int64_t first, const torch::Tensor& y, const std::string& name) {
    const auto values = numbers(y);
    return draw::Series{
        .name = name, .x = counted(values.size(), static_cast<double>(first + 1)), .y = values};
  };
  const auto steps_ahead = [&](int64_t steps) {
    const int64_t first = kOrder + steps - 1;  // the first number that is predicted so
    return from(first, ahead.select(1, steps - 1).slice(0, 0, kCount - first),
                steps == 1 ? "1 step ahead" : std::to_string(steps) + " steps ahead");
  };
  auto one_step = steps_ahead(1);
  one_step.colour = 0;
  auto on_its_own = from(kTrained, alone.squeeze(0), "from its own predictions");
  on_its_own.colour = 1;
  const draw::LineChart whole{
      .title = "One step ahead, and from its own predictions after number 600",
      .x = {.title = "time (steps)"},
      .y = {.title = "x"},
      .series = {data, one_step, on_its_own},
      .rules = {{.x = kTrained, .label = "learnt up to here"}},
      .height = 300};
  const draw::LineChart further{
      .title = "Error by steps ahead",
      .x = {.title = "time (steps)"},
      .y = {.title = "predicted x"},
      .series = {steps_ahead(1), steps_ahead(4), steps_ahead(16), steps_ahead(64)},
      .height = 300};

  const auto truth = torch::sin(0.01 * torch::arange(1, kCount + 1, torch::kDouble));
  draw::Series error{.name = "", .points = true};
  for (int64_t steps = 1; steps <= 64; ++steps) {
    const int64_t first = kOrder + steps - 1;
    const auto difference =
        ahead.select(1, steps - 1).slice(0, 0, kCount - first) - truth.slice(0, first);
    error.x.push_back(static_cast<double>(steps));
    error.y.push_back(difference.square().mean().sqrt().item<double>());
  }
  const draw::LineChart errors{.title = "Error against the sine without noise",
                               .x = {.title = "steps ahead", .min = 0},
                               .y = {.title = "root mean square error", .min = 0},
                               .series = {error},
                               .height = 240};
  return draw::arrange({draw::draw(whole), draw::draw(further), draw::draw(errors)}, 1);
}

}  // namespace regard::figures
