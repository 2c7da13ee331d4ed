#include "lessons/kernel_regression.h"

#include "draw/charts.h"
#include "draw/heatmap.h"
#include "figures/learner.h"
#include "lessons/kernels.h"
#include "regard/base/named_enum.h"

namespace regard::figures {
namespace {

constexpr double kFirstW = 0.6;  // a wide initial kernel
constexpr double kHighestWeight =
    0.2;  // top of the color scale; a few weights at the ends are larger

struct Points {
  torch::Tensor x, y;
};

// The book's data: 50 points in [0, 5], noise with standard deviation 0.5.
Points noisy_points() {
  const auto x = std::get<0>((5 * torch::rand({50})).sort());
  return {x, nn::smooth_function(x) + 0.5 * torch::randn({50})};
}

double loss_at(const Points& points, double w) {
  nn::KernelRegression regression(w);
  return nn::learn_width(regression, points.x, points.y, 1, 0.0).losses.front();
}

draw::Heatmap map_of(const std::string& title, const ops::Attended& estimate) {
  return {.title = title,
          .values = matrix(estimate.weights),
          .rows = {.title = "query x", .first = 0, .step = 0.1},
          .columns = {.title = "key (sorted)"}};
}

draw::Series descent(const std::string& name, const std::vector<double>& x,
                     const std::vector<double>& y, size_t colour) {
  return {.name = name, .x = x, .y = y, .points = true, .colour = colour};
}

}  // namespace

draw::Picture kernel_regression() {
  const auto points = noisy_points();
  const auto queries = torch::arange(50) * 0.1;
  nn::KernelRegression regression(kFirstW);
  nn::learn_width(regression, points.x, points.y, 100, 0.05);

  const auto average = nn::average_pooling(queries, points.y);
  const auto gaussian = nn::gaussian_pooling(queries, points.x, points.y);
  const auto learned = regression(queries, points.x, points.y);

  const auto x = numbers(queries);
  const auto curve = [&](const std::string& name, const torch::Tensor& y) {
    return draw::Series{.name = name, .x = x, .y = numbers(y)};
  };
  const std::string learned_name =
      "learned width, w = " + draw::label(regression->w.item<double>());
  auto truth_curve = curve("truth", nn::smooth_function(queries));
  truth_curve.dash = draw::Dash::dashed;
  const draw::LineChart chart{.title = "A noisy function and three estimates of it",
                              .x = {.title = "x"},
                              .y = {.title = "y"},
                              .series = {{.name = "data",
                                          .x = numbers(points.x),
                                          .y = numbers(points.y),
                                          .line = false,
                                          .points = true},
                                         truth_curve,
                                         curve("average", average.context),
                                         curve("Gaussian kernel, w = 1", gaussian.context),
                                         curve(learned_name, learned.context)}};
  const draw::Heatmaps maps{
      .maps = {map_of("average", average), map_of("Gaussian kernel", gaussian),
               map_of("learned width", learned)},
      .grid_columns = 3,
      .value_title = "attention weight",
      .min = 0,
      .max = kHighestWeight};
  return draw::arrange({draw::draw(chart), draw::draw(maps)}, 1);
}

draw::Picture kernel_width() {
  const auto points = noisy_points();
  constexpr int64_t kSteps = 20;
  draw::LineChart steps{.title = "Loss while the width is learned",
                        .x = {.title = "step of gradient descent"},
                        .y = {.title = "sum of squared errors"},
                        .height = 300};
  draw::LineChart landscape{.title = "The same steps on the loss as a function of w",
                            .x = {.title = "w = 1 / width", .scale = draw::Scale::log},
                            .y = {.title = "sum of squared errors"},
                            .height = 300};
  draw::Series loss{.name = "loss", .colour = 0};
  for (double w = 0.3; w < 40; w *= 1.1) {
    loss.x.push_back(w);
    loss.y.push_back(loss_at(points, w));
  }
  landscape.series.push_back(loss);
  size_t colour = 1;
  for (const double rate : {0.5, 0.002}) {  // the book's rate, and one that does not overshoot
    nn::KernelRegression regression(kFirstW);
    auto history = nn::learn_width(regression, points.x, points.y, kSteps, rate);
    auto w = history.w;
    w.insert(w.begin(), kFirstW);
    w.pop_back();  // leaves one w for each loss
    const std::string name = "learning rate " + draw::label(rate);
    steps.series.push_back(descent(name, counted(kSteps), history.losses, colour));
    landscape.series.push_back(descent(name, w, history.losses, colour));
    landscape.series.back().dash = draw::Dash::dotted;
    ++colour;
  }
  return draw::arrange({draw::draw(steps), draw::draw(landscape)}, 1);
}

draw::Picture kernels() {
  const auto points = noisy_points();
  // The grid, and points on both sides of each edge where a kernel jumps.
  const auto edges = torch::tensor({-1.000001, -0.999999, 0.999999, 1.000001});
  const auto u = std::get<0>(torch::cat({torch::arange(-60, 61) * 0.05, edges}).sort());
  const auto queries = torch::arange(101) * 0.05;
  draw::LineChart shapes{.title = "Kernels, each divided by its largest value",
                         .x = {.title = "distance of query and key, u"},
                         .y = {.title = "K(u) / K(0)"},
                         .height = 240};
  draw::LineChart estimates{.title = "Their estimates from fifty noisy points",
                            .x = {.title = "x"},
                            .y = {.title = "y"},
                            .series = {{.name = "data",
                                        .x = numbers(points.x),
                                        .y = numbers(points.y),
                                        .line = false,
                                        .points = true,
                                        .colour = 6}}};
  for (size_t i = 0; i < nn::kKernels.size(); ++i) {
    const auto kernel = nn::kKernels[i];
    const auto shape = nn::kernel_of(kernel, u);
    shapes.series.push_back(
        {.name = name_of(kernel), .x = numbers(u), .y = numbers(shape / shape.max()), .colour = i});
    const auto estimate = nn::kernel_pooling(kernel, queries, points.x, points.y);
    estimates.series.push_back({.name = name_of(kernel),
                                .x = numbers(queries),
                                .y = numbers(estimate.context),
                                .colour = i});
  }
  return draw::arrange({draw::draw(shapes), draw::draw(estimates)}, 1);
}

}  // namespace regard::figures
