#include "interop/module_weights.h"

#include <set>

#include "interop/tensor_file.h"
#include "regard/base/error.h"

namespace regard::interop {
namespace {

using Tensors = std::map<std::string, torch::Tensor>;

/// Calls each(name, weight) for each weight once, under its first name.
template <class Each>
void for_each_weight(const torch::nn::Module& model, const Each& each) {
  std::set<const c10::TensorImpl*> seen;
  const auto visit = [&](const auto& named_tensors) {
    for (const auto& item : named_tensors) {
      if (seen.insert(item.value().unsafeGetTensorImpl()).second) each(item.key(), item.value());
    }
  };
  visit(model.named_parameters());
  visit(model.named_buffers());
}

Tensors weights_of(const torch::nn::Module& model) {
  Tensors weights;
  for_each_weight(model, [&](const std::string& name, const torch::Tensor& weight) {
    weights.emplace(name, weight.detach());
  });
  return weights;
}

store::TensorShape shape_of(const torch::Tensor& weight) {
  return {dtype_of(weight.scalar_type()), weight.sizes().vec()};
}

torch::Tensor read(store::ModelFile& file, const std::string& name) {
  const auto& weight = file.weights().at(name);
  auto tensor = torch::empty(weight.shape, scalar_type(weight.type));
  file.read(name, bytes_of(tensor));
  return tensor;
}

}  // namespace

void save_model(const std::string& path, const torch::nn::Module& model,
                const store::ModelMetadata& metadata, store::Storage storage) {
  const auto tensors = weights_of(model);
  torch::Tensor plain;  // what is written
  store::ModelWeights weights{.shapes = {}, .bytes = [&](const std::string& name) {
                                plain = tensors.at(name).to(torch::kCPU).contiguous();
                                return std::span<const std::byte>(bytes_of(plain));
                              }};
  for (const auto& [name, tensor] : tensors) weights.shapes[name] = shape_of(tensor);
  store::write_model_file(path, weights, metadata, storage);
}

void check_weights_of(const torch::nn::Module& model, const store::ModelFile& file) {
  const auto weights = weights_of(model);
  for (const auto& [name, weight] : weights) file.check_has(name, shape_of(weight));
  file.check_has_only(weights);
}

void load(store::ModelFile& file, torch::nn::Module& model) {
  check_weights_of(model, file);
  const torch::NoGradGuard no_grad;
  for (auto& [name, weight] : weights_of(model)) weight.copy_(read(file, name));
}

std::map<const c10::TensorImpl*, std::string> weight_names(const torch::nn::Module& model) {
  std::map<const c10::TensorImpl*, std::string> names;
  for_each_weight(model, [&](const std::string& name, const torch::Tensor& weight) {
    names.emplace(weight.unsafeGetTensorImpl(), name);
  });
  return names;
}

store::ModelMetadata load_weights(const std::string& path, torch::nn::Module& model) {
  store::ModelFile file(path);
  load(file, model);
  return file.metadata();
}

store::ModelMetadata load_average(std::span<const std::string> paths, torch::nn::Module& model) {
  TORCH_CHECK(!paths.empty(), "load_average: no files");
  const torch::NoGradGuard no_grad;
  const auto weights = weights_of(model);
  Tensors sums;
  for (const auto& [name, weight] : weights) {
    sums.emplace(name, torch::zeros(weight.sizes(), torch::kFloat64));
  }
  store::ModelMetadata metadata;
  for (const auto& path : paths) {
    store::ModelFile file(path);
    check_weights_of(model, file);
    for (auto& [name, sum] : sums) sum += read(file, name);
    metadata = file.metadata();
  }
  const auto count = static_cast<double>(paths.size());
  for (const auto& [name, weight] : weights) weight.copy_(sums.at(name) / count);
  return metadata;
}

}  // namespace regard::interop
