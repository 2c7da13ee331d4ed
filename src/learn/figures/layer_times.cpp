#include <torch/nn/modules/conv.h>
#include <torch/utils.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include "draw/charts.h"
#include "figures/learner.h"
#include "nn/multi_head_attention.h"
#include "nn/recurrent.h"

namespace regard::figures {
namespace {

constexpr int64_t kKernelSize = 3;

/// A kind of layer that maps (1, tokens, size) to the same shape.
struct Layer {
  std::string name;
  std::function<std::function<void()>(int64_t tokens, int64_t size)> make;
};

std::vector<Layer> layers() {
  const auto convolution = [](int64_t tokens, int64_t size) -> std::function<void()> {
    torch::nn::Conv1d layer(
        torch::nn::Conv1dOptions(size, size, kKernelSize).padding(kKernelSize / 2));
    const auto input = torch::randn({1, size, tokens});
    return [=]() mutable { layer(input); };
  };
  const auto recurrent = [](int64_t tokens, int64_t size) -> std::function<void()> {
    nn::Recurrent layer(
        nn::RecurrentOptions{.cell = ops::Cell::rnn_tanh, .input_size = size, .hidden_size = size});
    const auto input = torch::randn({tokens, 1, size});
    return [=]() mutable { layer->forward(input); };
  };
  const auto attention = [](int64_t tokens, int64_t size) -> std::function<void()> {
    nn::MultiHeadAttention layer(nn::MultiHeadAttentionOptions{
        .query_size = size, .key_size = size, .value_size = size, .hidden_size = size, .heads = 1});
    const auto input = torch::randn({1, tokens, size});
    return [=]() mutable { layer->forward(input, input, input); };
  };
  return {{"convolution", convolution}, {"recurrent", recurrent}, {"self-attention", attention}};
}

std::string with_exponent(const std::string& name, const std::string& variable, double exponent) {
  return name + ", ~ " + variable + "^" + draw::label(exponent, 2);
}

/// Times over `sizes` and, dashed, a power law fitted to them.
draw::LineChart chart_of(const std::string& title, const std::string& x_title,
                         const std::string& variable, const std::vector<double>& sizes,
                         const std::function<std::function<void()>(const Layer&, int64_t)>& make) {
  draw::LineChart chart{.title = title,
                        .x = {.title = x_title, .scale = draw::Scale::log, .ticks = sizes},
                        .y = {.title = "time of one pass (ms)", .scale = draw::Scale::log},
                        .height = 320};
  size_t colour = 0;
  for (const auto& layer : layers()) {
    std::vector<double> times, fitted;
    for (const double size : sizes) {
      times.push_back(milliseconds(make(layer, static_cast<int64_t>(size))));
    }
    const auto law = fit_power_law(sizes, times);
    for (const double size : sizes) fitted.push_back(law.factor * std::pow(size, law.exponent));
    chart.series.push_back({.name = with_exponent(layer.name, variable, law.exponent),
                            .x = sizes,
                            .y = times,
                            .line = false,
                            .points = true,
                            .colour = colour});
    chart.series.push_back(
        {.x = sizes, .y = fitted, .dash = draw::Dash::dashed, .colour = colour++});
  }
  return chart;
}

}  // namespace

draw::Picture layer_times() {
  const torch::NoGradGuard no_grad;
  torch::manual_seed(1);
  const int64_t size = 64, tokens = 256;
  const auto by_length =
      chart_of("By length, " + std::to_string(size) + " numbers per token", "tokens, n", "n",
               {128, 256, 512, 1024, 2048, 4096},
               [&](const Layer& layer, int64_t length) { return layer.make(length, size); });
  const auto by_width =
      chart_of("By width, " + std::to_string(tokens) + " tokens", "numbers per token, d", "d",
               {64, 128, 256, 512, 1024},
               [&](const Layer& layer, int64_t width) { return layer.make(tokens, width); });
  return draw::arrange({draw::draw(by_length), draw::draw(by_width)}, 1);
}

}  // namespace regard::figures
