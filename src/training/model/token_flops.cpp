#include "model/token_flops.h"

namespace regard::model {

TokenFlops token_flops(const torch::nn::Module& model, const nn::OutputLayer& output_layer) {
  TokenFlops flops;
  for (const auto& parameter : model.named_parameters()) {
    const auto& name = parameter.key();
    const bool multiplies = parameter.value().dim() > 1;
    if (!multiplies || name.find("embedding") != std::string::npos) continue;
    auto& side = name.starts_with("encoder.") ? flops.source : flops.target;
    side += 2.0 * static_cast<double>(parameter.value().numel());
  }
  // An output layer that shares an embedding's weight does not own it.
  const bool is_embedding = !output_layer->named_parameters(false).contains("weight");
  if (is_embedding) flops.target += 2.0 * static_cast<double>(output_layer->weight.numel());
  return flops;
}

}  // namespace regard::model
