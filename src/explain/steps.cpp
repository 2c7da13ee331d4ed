#include "steps.h"

#include <algorithm>
#include <stdexcept>

namespace regard::explain {

void Steps::add(const Kind& kind, size_t layer, std::vector<torch::Tensor> heads) {
  auto step = std::find_if(steps_.begin(), steps_.end(), [&](const Step& other) {
    return other.part == kind.part && other.title == kind.title;
  });
  if (step == steps_.end()) step = steps_.insert(steps_.end(), kind);
  if (step->values.size() <= layer) step->values.resize(layer + 1);
  step->values[layer] = std::move(heads);
}

Weights::Weights(const torch::nn::Module& model, std::string prefix)
    : model_(&model), prefix_(std::move(prefix)) {}

torch::Tensor Weights::operator[](const std::string& name) const {
  const auto all = model_->named_parameters();
  const auto* parameter = all.find(prefix_ + name);
  if (parameter == nullptr) throw std::out_of_range("walk: the model has no " + prefix_ + name);
  return *parameter;
}

bool Weights::has(const std::string& name) const {
  for (const auto& entry : model_->named_parameters()) {
    if (entry.key().starts_with(prefix_ + name)) return true;
  }
  return false;
}

Weights Weights::below(const std::string& name) const {
  return Weights(*model_, prefix_ + name + '.');
}

torch::Tensor Weights::linear(const std::string& name, const torch::Tensor& x) const {
  const torch::Tensor weight = (*this)[name + ".weight"];
  const auto product = x.matmul(weight.t());
  return has(name + ".bias") ? product + (*this)[name + ".bias"] : product;
}

torch::Tensor Weights::norm(const std::string& name, const torch::Tensor& x, double epsilon) const {
  const auto mean = x.mean(-1, true);
  const auto variance = (x - mean).square().mean(-1, true);
  const torch::Tensor gamma = (*this)[name + ".weight"], beta = (*this)[name + ".bias"];
  return (x - mean) / (variance + epsilon).sqrt() * gamma + beta;
}

torch::Tensor output_of(model::Seq2SeqModel& model, const torch::Tensor& states) {
  const auto& output = model.output_layer();
  return states.matmul(output->weight.t()) + output->bias;
}

}  // namespace regard::explain
