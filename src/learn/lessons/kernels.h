#pragma once
#include <torch/types.h>
#include <array>

#include "ops/head_attention.h"

namespace regard::nn {

/// Kernels of Nadaraya-Watson regression, as functions of the distance u. d2l 11.2.
enum class Kernel {
  gaussian,      ///< exp(-u^2 / 2) / sqrt(2 pi): the L2 distance
  exponential,   ///< exp(-|u|) / 2: the L1 distance
  boxcar,        ///< 1 up to distance 1
  epanechnikov,  ///< 1 - |u| up to distance 1, as in the book
};
constexpr auto names_of(Kernel) {
  return std::array{"Gaussian", "exponential (L1)", "boxcar", "Epanechnikov"};
}
inline constexpr std::array kKernels = {Kernel::gaussian, Kernel::exponential, Kernel::boxcar,
                                        Kernel::epanechnikov};

/// The kernel K(u), element by element.
torch::Tensor kernel_of(Kernel kernel, const torch::Tensor& u);

/// The weights are K((q - k) w), divided by their sum over the keys, so constant factors of K
/// cancel. queries (query), keys and values (key). A query without a key in reach has weights of 0
/// and a result of 0.
ops::Attended kernel_pooling(Kernel kernel, const torch::Tensor& queries, const torch::Tensor& keys,
                             const torch::Tensor& values, double w = 1);

}  // namespace regard::nn
