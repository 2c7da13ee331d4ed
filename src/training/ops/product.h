#pragma once
#include <torch/types.h>

namespace regard::ops {

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

}  // namespace regard::ops
