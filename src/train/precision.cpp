#include "regard/train/precision.h"

#include <ATen/Context.h>

namespace regard::train {

Bf16Products::Bf16Products(bool wanted) : wanted_(wanted) {
  if (wanted_) at::globalContext().setFloat32MatmulPrecision("medium");
}

Bf16Products::~Bf16Products() {
  if (wanted_) at::globalContext().setFloat32MatmulPrecision("highest");
}

}  // namespace regard::train
