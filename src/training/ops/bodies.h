#pragma once
#include <torch/types.h>
#include <optional>

/// Operations that LibTorch lacks or does slowly. Each has two bodies: `plain`, in
/// LibTorch's own operators, which is the definition and differentiates itself, and
/// `fused`, with a gradient of its own. tests/training/ops/bodies_test.cpp drives every operation
/// through both.
namespace regard::ops {

/// While it lives, every operation takes its plain body, in every thread: for reading, debugging
/// and testing. One at a time.
class PlainBodies {
 public:
  PlainBodies();
  ~PlainBodies();
  PlainBodies(const PlainBodies&) = delete;
  PlainBodies& operator=(const PlainBodies&) = delete;
};

/// Whether an operation may take a fused body at all: not while a PlainBodies lives.
bool may_fuse();

/// Whether it may take the fused body for `tensor`: also requires float32 on the CPU, the only
/// numbers that the kernels of math/ read.
bool may_fuse(const torch::Tensor& tensor);

/// Whether large float32 products of tensors on the CPU go through math::Kernels, as they do on AMD
/// processors: MKL keeps to AVX2 there, and is slower even without AVX-512. Decided by the
/// processor, not by measuring: the same on every run.
bool products_by_kernels();

/// x as products read it: rounded if ops::RoundedProducts says so, else x itself. Call it once for
/// what several products read; products round float32 inputs themselves.
torch::Tensor rounded(const torch::Tensor& x);

/// result = a b in float32: a (rows, inner), b (inner, columns), each contiguous or transposed, in
/// float32 or as `rounded` gives it; rounded as ops::RoundedProducts says. No autograd.
void multiply(const torch::Tensor& a, const torch::Tensor& b, torch::Tensor result);

/// The same in a new tensor of float32.
torch::Tensor product(const torch::Tensor& a, const torch::Tensor& b);

/// result += a b.
void multiply_add(const torch::Tensor& a, const torch::Tensor& b, torch::Tensor result);

/// While it lives, the matrix products of layers, and off the CPU those of attention, round their
/// float32 inputs and results to `type` (float16 or bfloat16), in every thread, and return float32.
/// Sums inside a product and over steps, weights and everything else stay float32. One at a time.
class RoundedProducts {
 public:
  explicit RoundedProducts(torch::ScalarType type);
  ~RoundedProducts();
  RoundedProducts(const RoundedProducts&) = delete;
  RoundedProducts& operator=(const RoundedProducts&) = delete;
};

/// The type that products round their inputs to now, if to any.
std::optional<torch::ScalarType> rounded_type();

}  // namespace regard::ops
