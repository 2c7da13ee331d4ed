#include "nn/add_norm.h"

namespace regard::nn {

AddNormImpl::AddNormImpl(const AddNormOptions& options)
    : dropout_(options.dropout), pre_norm_(options.pre_norm) {
  using torch::nn::LayerNorm, torch::nn::LayerNormOptions;
  ln = register_module("ln",
                       LayerNorm(LayerNormOptions(options.normalized_shape).eps(options.epsilon)));
}

}  // namespace regard::nn
