#pragma once
#include <torch/types.h>
#include <optional>

/// Operations that LibTorch lacks or runs slowly. Each has two implementations: `plain`, in
/// LibTorch's own operators, is the definition, and autograd differentiates it; `fused` computes
/// its own gradient. tests/training/ops/bodies_test.cpp runs every operation through both.
namespace regard::ops {

/// During its lifetime, every operation uses its plain implementation, in every thread: for
/// reading, debugging and testing. Only one may exist at a time.
class PlainBodies {
 public:
  PlainBodies();
  ~PlainBodies();
  PlainBodies(const PlainBodies&) = delete;
  PlainBodies& operator=(const PlainBodies&) = delete;
};

/// Whether operations may use fused implementations: not while a PlainBodies exists.
bool may_fuse();

/// Whether an operation may use its fused implementation for `tensor`: also requires float32 on the
/// CPU, the only kind that the kernels of math/ read.
bool may_fuse(const torch::Tensor& tensor);

/// Whether large float32 matrix multiplications on the CPU use math::Kernels, as they do on AMD
/// processors: MKL uses only AVX2 there, and is slower even without AVX-512. The choice depends on
/// the processor, not on a measurement, so it is the same in every run.
bool products_by_kernels();

/// x as matrix multiplications read it: rounded if ops::RoundedProducts says so, else x itself.
/// Products round float32 inputs themselves; call this once for an input of several products.
torch::Tensor rounded(const torch::Tensor& x);

/// result = a b in float32: a (rows, inner), b (inner, columns), each contiguous or transposed, in
/// float32 or as returned by `rounded`; rounded as ops::RoundedProducts says. No autograd.
void multiply(const torch::Tensor& a, const torch::Tensor& b, torch::Tensor result);

/// Like multiply(), but returns a new float32 tensor.
torch::Tensor product(const torch::Tensor& a, const torch::Tensor& b);

/// Adds a b, computed as in multiply(), to `result`.
void multiply_add(const torch::Tensor& a, const torch::Tensor& b, torch::Tensor result);

/// During its lifetime, the matrix multiplications of layers, and on a GPU those of attention,
/// round their float32 inputs and results to `type` (float16 or bfloat16), in every thread, and
/// return float32. Sums inside a product and over steps, weights and everything else stay float32.
/// Only one may exist at a time.
class RoundedProducts {
 public:
  explicit RoundedProducts(torch::ScalarType type);
  ~RoundedProducts();
  RoundedProducts(const RoundedProducts&) = delete;
  RoundedProducts& operator=(const RoundedProducts&) = delete;
};

/// The type to which products currently round their inputs, if any.
std::optional<torch::ScalarType> rounded_type();

}  // namespace regard::ops
