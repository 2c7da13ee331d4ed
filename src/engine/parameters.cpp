#include "engine/parameters.h"

namespace regard::engine {
namespace {

torch::Tensor as_floats(const torch::Tensor& tensor) {
  return tensor.detach().to(torch::kCPU, torch::kFloat32).contiguous();
}

}  // namespace

Table::Table(const torch::Tensor& tensor)
    : tensor_(as_floats(tensor)), data_(tensor_.const_data_ptr<float>()), size_(tensor_.size(1)) {}

std::vector<float> floats_of(const torch::Tensor& tensor) {
  const auto numbers = as_floats(tensor);
  return {numbers.const_data_ptr<float>(), numbers.const_data_ptr<float>() + numbers.numel()};
}

PackedMatrix pack(const std::vector<torch::Tensor>& weights,
                  const std::vector<torch::Tensor>& biases, Precision precision) {
  std::vector<torch::Tensor> kept;  // until they are packed
  const auto pointer_to = [&](const torch::Tensor& tensor) {
    kept.push_back(as_floats(tensor));
    return kept.back().const_data_ptr<float>();
  };
  std::vector<Linear> layers;
  for (size_t i = 0; i < weights.size(); ++i) {
    layers.push_back({.weight = pointer_to(weights[i]),
                      .bias = biases[i].defined() ? pointer_to(biases[i]) : nullptr,
                      .outputs = weights[i].size(0)});
  }
  return {layers, weights.front().size(1), precision};
}

PackedMatrix Parameters::linear(const std::vector<std::string>& names, Precision precision) const {
  std::vector<torch::Tensor> weights, biases;
  for (const auto& name : names) {
    weights.push_back(at(name + ".weight"));
    biases.push_back(find(name + ".bias"));
  }
  return pack(weights, biases, precision);
}

PackedMatrix Parameters::output(const nn::OutputLayer& layer, Precision precision) const {
  return pack({(*numbers_of_)(layer->weight)}, {(*numbers_of_)(layer->bias)}, precision);
}

}  // namespace regard::engine
