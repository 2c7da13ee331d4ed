#include "regard/nn/add_norm.h"

namespace regard::nn {

AddNormImpl::AddNormImpl(const AddNormOptions& options)
    : dropout_(options.dropout), pre_norm_(options.pre_norm) {
  ln = register_module("ln",
                       torch::nn::LayerNorm(torch::nn::LayerNormOptions(options.normalized_shape)));
}

}  // namespace regard::nn
