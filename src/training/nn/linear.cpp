#include "nn/linear.h"

#include <torch/nn/init.h>
#include <torch/utils.h>

#include <cmath>

namespace regard::nn {

std::vector<torch::Tensor> linear_together(const torch::Tensor& x,
                                           const std::vector<Linear>& layers) {
  std::vector<torch::Tensor> results;
  // For few rows, concatenating the weights would cost more than the multiplication.
  constexpr int64_t kFewRows = 128;
  if (x.numel() < kFewRows * x.size(-1)) {
    for (Linear layer : layers) results.push_back(layer(x));
    return results;
  }
  std::vector<torch::Tensor> weights, biases;
  std::vector<int64_t> sizes;
  for (const auto& layer : layers) {
    weights.push_back(layer->weight);
    if (layer->bias.defined()) biases.push_back(layer->bias);
    sizes.push_back(layer->weight.size(0));
  }
  TORCH_CHECK(biases.empty() || biases.size() == weights.size(),
              "linear_together: some layers have a bias, some have none");
  return ops::affine(x, torch::cat(weights), biases.empty() ? torch::Tensor() : torch::cat(biases))
      .split_with_sizes(sizes, -1);
}

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

void initialize_as_the_book(torch::nn::Module& module) {
  const torch::NoGradGuard no_grad;
  const auto parameters = module.named_parameters();
  for (const auto& parameter : parameters) {
    const std::string& path = parameter.key();
    const auto& weight = parameter.value();
    if (path.ends_with("embedding.weight")) torch::nn::init::normal_(weight);
    const auto name = path.rfind('.') + 1;
    if (path.compare(name, 4, "bias") != 0) continue;
    auto of_matrix = path.substr(0, name) + "weight" + path.substr(name + 4);
    // PyTorch derives the bounds of both biases of a recurrent layer from the hidden size.
    if (const auto place = of_matrix.find("_ih_", name); place != std::string::npos) {
      of_matrix.replace(place, 4, "_hh_");
    }
    const auto* matrix = parameters.find(of_matrix);
    if (matrix == nullptr || matrix->dim() != 2) continue;
    const double bound = 1.0 / std::sqrt(static_cast<double>(matrix->size(1)));
    torch::nn::init::uniform_(weight, -bound, bound);
  }
}

OutputLayerImpl::OutputLayerImpl(int64_t size, int64_t vocab, const torch::Tensor& embedding) {
  weight =
      embedding.defined() ? embedding : register_parameter("weight", torch::zeros({vocab, size}));
  bias = register_parameter("bias", torch::zeros({vocab}));
}

MaxoutReadoutImpl::MaxoutReadoutImpl(const MaxoutReadoutOptions& options) {
  using torch::nn::LinearOptions;
  const auto map = [&](const char* name, int64_t input_size, bool bias) {
    return register_module(name, Linear(LinearOptions(input_size, 2 * options.size).bias(bias)));
  };
  U_o = map("U_o", options.state_size, true);
  V_o = map("V_o", options.embedding_size, false);
  C_o = map("C_o", options.context_size, false);
}

torch::Tensor MaxoutReadoutImpl::forward(const torch::Tensor& state, const torch::Tensor& embedded,
                                         const torch::Tensor& context) {
  TORCH_CHECK(
      state.sizes().slice(0, state.dim() - 1) == embedded.sizes().slice(0, embedded.dim() - 1) &&
          state.sizes().slice(0, state.dim() - 1) == context.sizes().slice(0, context.dim() - 1),
      "MaxoutReadout: state ", state.sizes(), ", embedded ", embedded.sizes(), " and context ",
      context.sizes(), " do not fit together");
  const auto sum = U_o(state) + V_o(embedded) + C_o(context);  // (..., 2 * size)
  return REGARD_OBSERVED("readout", sum.unflatten(-1, {-1, 2}).amax(-1));
}

}  // namespace regard::nn
