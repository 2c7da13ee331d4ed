#include "trainer/gradient_norms.h"

#include <algorithm>
#include <cmath>
#include <regex>

namespace regard::train {
namespace {

double squared_norm(const torch::Tensor& gradient) {
  const auto norm = gradient.norm().item<double>();
  return norm * norm;
}

}  // namespace

std::string layer_of(const std::string& parameter) {
  // The blocks of a stack; the layers of a module that holds the parameters of all; other modules.
  static const std::regex kBlock(R"(^(.*\.)?blks\.block(\d+)\..*)");
  static const std::regex kNumbered(R"(^(\w+(?:\.\w+)?)\..*_l(\d+)(?:_reverse)?$)");
  static const std::regex kModule(R"(^(\w+(?:\.\w+)?)\..*)");
  std::smatch found;
  if (std::regex_match(parameter, found, kBlock)) {
    return found.str(1) + "block." + found.str(2);
  }
  if (std::regex_match(parameter, found, kNumbered)) return found.str(1) + '.' + found.str(2);
  return std::regex_match(parameter, found, kModule) ? found.str(1) : parameter;
}

std::vector<GradientNorm> gradient_norms(const torch::nn::Module& model, double norm) {
  const torch::NoGradGuard no_grad;
  std::vector<GradientNorm> layers;  // of which the norms are squared ones at first
  double all = 0;
  for (const auto& parameter : model.named_parameters()) {
    const auto& gradient = parameter.value().grad();
    if (!gradient.defined()) continue;
    const auto name = layer_of(parameter.key());
    auto layer = std::ranges::find(layers, name, &GradientNorm::layer);
    if (layer == layers.end()) layer = layers.insert(layer, {.layer = name});
    const double squared = squared_norm(gradient);
    layer->norm += squared;
    all += squared;
  }
  for (auto& layer : layers) layer.norm = all == 0 ? 0 : norm * std::sqrt(layer.norm / all);
  return layers;
}

}  // namespace regard::train
