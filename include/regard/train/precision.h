#pragma once
#include <string>

namespace regard::train {

/// While it lives, and if `wanted`, matrix products of float32 tensors on the CPU may round their
/// inputs to bfloat16 (sums stay float32) where the processor has instructions for that; elsewhere
/// they stay as they are. Weights, activations and the optimiser are float32 in either case.
class Bf16Products {
 public:
  explicit Bf16Products(bool wanted);
  ~Bf16Products();
  Bf16Products(const Bf16Products&) = delete;
  Bf16Products& operator=(const Bf16Products&) = delete;

 private:
  bool wanted_;
};

}  // namespace regard::train
