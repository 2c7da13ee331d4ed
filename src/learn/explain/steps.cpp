#include "explain/steps.h"

#include <algorithm>
#include <stdexcept>

namespace regard::explain {

void Steps::add(const Step& kind, size_t layer, std::vector<torch::Tensor> heads) {
  auto step = std::find_if(steps_.begin(), steps_.end(), [&](const Step& other) {
    return other.part == kind.part && other.title == kind.title;
  });
  if (step == steps_.end()) step = steps_.insert(steps_.end(), kind);
  if (step->values.size() <= layer) step->values.resize(layer + 1);
  step->values[layer] = std::move(heads);
}

Weights::Weights(const torch::nn::Module& model)
    : Weights(std::make_shared<const ByName>(model.named_parameters()), "") {}

Weights::Weights(std::shared_ptr<const ByName> all, std::string prefix)
    : all_(std::move(all)), prefix_(std::move(prefix)) {}

torch::Tensor Weights::operator[](const std::string& name) const {
  const auto* parameter = all_->find(prefix_ + name);
  if (parameter == nullptr) throw std::out_of_range("walk: the model has no " + prefix_ + name);
  return *parameter;
}

bool Weights::has(const std::string& name) const {
  return std::any_of(all_->begin(), all_->end(),
                     [&](const auto& entry) { return entry.key().starts_with(prefix_ + name); });
}

Weights Weights::below(const std::string& name) const { return {all_, prefix_ + name + '.'}; }

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
