#include "lessons/autoregression.h"

#include <torch/utils.h>

#include "draw/charts.h"
#include "figures/learner.h"
#include "regard/base/str.h"

namespace regard::figures {
namespace {

constexpr int64_t kCount = 1000, kTrained = 600, kOrder = 4, kLongest = 64;

// The Chinese edition's network: 10 hidden units, 5 epochs of Adam in batches of 16 (8.1).
nn::AutoregressiveModel trained_network(const torch::Tensor& series) {
  constexpr int64_t kHidden = 10, kEpochs = 5, kBatch = 16;
  nn::AutoregressiveModel model(kOrder, kHidden);
  const auto windows = model->windows(series.slice(0, 0, kTrained - 1)).to(torch::kFloat);
  const auto next = series.slice(0, kOrder, kTrained).to(torch::kFloat);
  const int64_t batches = (windows.size(0) + kBatch - 1) / kBatch;
  Learner learner(*model, {.updates = kEpochs * batches, .learning_rate = 0.01});
  for (int64_t epoch = 0; epoch < kEpochs; ++epoch) {
    for (const auto& rows : torch::randperm(windows.size(0)).split(kBatch)) {
      const auto error = model(windows.index_select(0, rows)) - next.index_select(0, rows);
      learner.update(error.square().mean());
    }
  }
  model->to(torch::kDouble);
  return model;
}

// The English edition's linear model (9.1).
nn::AutoregressiveModel fitted_line(const torch::Tensor& series) {
  nn::AutoregressiveModel model(kOrder);
  model->to(torch::kDouble);
  model->fit(series.slice(0, 0, kTrained));
  return model;
}

draw::Series from(int64_t first, const torch::Tensor& y, const std::string& name, size_t colour) {
  const auto values = numbers(y);
  return {.name = name,
          .x = counted(values.size(), static_cast<double>(first + 1)),
          .y = values,
          .colour = colour};
}

/// The predictions that are `steps` steps ahead. Row i, column k of `ahead` predicts number
/// i + kOrder + k of the series, k + 1 steps ahead.
draw::Series steps_ahead(const torch::Tensor& ahead, int64_t steps, const std::string& name,
                         size_t colour) {
  const int64_t first = kOrder + steps - 1;
  return from(first, ahead.select(1, steps - 1).slice(0, 0, kCount - first), name, colour);
}

torch::Tensor sine_without_noise() {
  return torch::sin(0.01 * torch::arange(1, kCount + 1, torch::kDouble));
}

draw::Series errors_of(const torch::Tensor& ahead, const std::string& name, size_t colour) {
  draw::Series error{.name = name, .points = true, .colour = colour};
  for (int64_t steps = 1; steps <= kLongest; ++steps) {
    const int64_t first = kOrder + steps - 1;
    const auto difference = ahead.select(1, steps - 1).slice(0, 0, kCount - first) -
                            sine_without_noise().slice(0, first);
    error.x.push_back(static_cast<double>(steps));
    error.y.push_back(difference.square().mean().sqrt().item<double>());
  }
  return error;
}

}  // namespace

// The series has 1000 numbers (d2l 9.1). The models learn from the first 600, from four at a time.
draw::Picture prediction_ahead() {
  const auto series =
      nn::noisy_sine(kCount, 0.01, 0.2, torch::make_generator<torch::CPUGeneratorImpl>(1));
  auto network = trained_network(series), line = fitted_line(series);
  const torch::NoGradGuard no_grad;
  const auto ahead = network->predict_ahead(series, kLongest);
  const auto alone = [&](nn::AutoregressiveModel& model) {
    const auto last = series.slice(0, kTrained - kOrder, kTrained);
    return model->predict_ahead(last, kCount - kTrained).squeeze(0);
  };
  const draw::LineChart whole{
      .title = "One step ahead, and from its own predictions after number 600",
      .x = {.title = "time (steps)"},
      .y = {.title = "x"},
      .series = {from(0, series, "data", 6), steps_ahead(ahead, 1, "network, 1 step ahead", 0),
                 from(kTrained, alone(network), "network, fed back", 1),
                 from(kTrained, alone(line), "linear model, fed back", 2)},
      .rules = {{.x = kTrained, .label = "learned up to here"}},
      .height = 300};

  // One panel per distance, because in a single panel the curves would hide each other.
  std::vector<draw::Picture> panels;
  auto sine = from(0, sine_without_noise(), "sine without noise", 6);
  sine.dash = draw::Dash::dashed;
  for (const int64_t steps : {1, 4, 16, 64}) {
    panels.push_back(
        draw::draw(draw::LineChart{.title = str(steps, steps == 1 ? " step ahead" : " steps ahead"),
                                   .x = {.title = "time (steps)"},
                                   .y = {.title = "predicted x", .min = -1.5, .max = 1.5},
                                   .series = {sine, steps_ahead(ahead, steps, "network", 0)},
                                   .width = draw::kWidth / 2 - 8,
                                   .height = 220}));
  }
  const draw::LineChart errors{
      .title = "Error against the sine without noise",
      .x = {.title = "steps ahead", .min = 0},
      .y = {.title = "root mean square error", .min = 0},
      .series = {errors_of(ahead, "network", 0),
                 errors_of(line->predict_ahead(series, kLongest), "linear model", 2)},
      .height = 240};
  return draw::arrange({draw::draw(whole), draw::arrange(panels, 2), draw::draw(errors)}, 1);
}

}  // namespace regard::figures
