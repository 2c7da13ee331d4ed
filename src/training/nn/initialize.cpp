#include "nn/initialize.h"

#include <torch/nn/init.h>
#include <torch/utils.h>

#include <cmath>

namespace regard::nn {

void initialize(torch::nn::Module& module) {
  const torch::NoGradGuard no_grad;
  for (const auto& parameter : module.named_parameters()) {
    const std::string& path = parameter.key();
    auto weight = parameter.value();
    const std::string name = path.substr(path.rfind('.') + 1);
    if (path.ends_with("embedding.weight")) {
      torch::nn::init::normal_(weight, 0.0, 1.0 / std::sqrt(static_cast<double>(weight.size(-1))));
    } else if (name.starts_with("bias")) {
      torch::nn::init::zeros_(weight);
    } else if (weight.dim() == 2) {
      torch::nn::init::xavier_uniform_(weight);
    }
  }
}

}  // namespace regard::nn
