// Size of the gradient at each layer of a deep network, with and without residual connections.
#include <torch/utils.h>

#include "draw/charts.h"
#include "figures/learner.h"
#include "lessons/depth.h"
#include "nn/feed_forward.h"

namespace regard::figures {
namespace {

constexpr int64_t kLayers = 32, kUnits = 64, kTokensOfStack = 8;

enum class Connection { none, residual, add_and_norm };

std::vector<nn::DeepLayer> stack_of(Connection connection) {
  torch::manual_seed(1);
  std::vector<nn::DeepLayer> layers;
  for (int64_t layer = 0; layer < kLayers; ++layer) {
    nn::FeedForward ffn(nn::FeedForwardOptions{
        .input_size = kUnits, .hidden_size = 2 * kUnits, .output_size = kUnits});
    nn::initialize(*ffn);
    const nn::DeepLayer f = [ffn](const torch::Tensor& x) mutable { return ffn(x); };
    if (connection == Connection::none) {
      layers.push_back(f);
    } else if (connection == Connection::residual) {
      layers.push_back(nn::residual(f));
    } else {
      nn::AddNorm norm(nn::AddNormOptions{.normalized_shape = {kUnits}});
      layers.emplace_back([ffn, norm](const torch::Tensor& x) mutable { return norm(x, ffn(x)); });
    }
  }
  return layers;
}

draw::Series gradients_of(const std::string& name, Connection connection, size_t colour) {
  torch::manual_seed(2);
  const auto x = torch::randn({kTokensOfStack, kUnits});
  // A random direction, because the sum of normalized outputs is constant.
  const auto direction = torch::randn_like(x);
  return {.name = name,
          .x = counted(kLayers, 1),
          .y = nn::gradients_by_depth(stack_of(connection), x, direction),
          .colour = colour};
}

}  // namespace

draw::Picture residual_gradients() {
  return draw::draw(
      draw::LineChart{.title = "Gradient at the input of each of 32 feed-forward layers",
                      .x = {.title = "layer"},
                      .y = {.title = "norm, relative to the result's", .scale = draw::Scale::log},
                      .series = {gradients_of("f(x)", Connection::none, 1),
                                 gradients_of("x + f(x)", Connection::residual, 0),
                                 gradients_of("LN(x + f(x))", Connection::add_and_norm, 2)}});
}

}  // namespace regard::figures
