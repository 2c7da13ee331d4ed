#pragma once
#include <torch/types.h>

#include <memory>

#include "engine/weights.h"

namespace regard::translate {

/// The numbers of a tensor. float32 on the CPU is not copied.
inline engine::Numbers numbers_of(const torch::Tensor& tensor) {
  const auto kept = std::make_shared<const torch::Tensor>(
      tensor.detach().to(torch::kCPU, torch::kFloat32).contiguous());
  return {kept, kept->const_data_ptr<float>()};
}

}  // namespace regard::translate
