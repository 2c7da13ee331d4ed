#include "regard/train/precision.h"

#include <ATen/Context.h>

namespace regard::train {

ProductPrecision::ProductPrecision(const std::string& precision, torch::Device device)
    : by_instructions_(precision == "bf16" && device.is_cpu()) {
  if (by_instructions_) {
    at::globalContext().setFloat32MatmulPrecision("medium");
  } else if (precision != "float32") {
    rounded_.emplace(precision == "fp16" ? torch::kHalf : torch::kBFloat16);
  }
}

ProductPrecision::~ProductPrecision() {
  if (by_instructions_) at::globalContext().setFloat32MatmulPrecision("highest");
}

}  // namespace regard::train
