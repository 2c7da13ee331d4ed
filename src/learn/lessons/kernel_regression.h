#pragma once
#include <torch/nn/module.h>
#include <torch/nn/pimpl.h>

#include <cstdint>
#include <vector>

#include "ops/attended.h"

namespace regard::nn {

// Attention at its simplest: y at a query is a mean of the known values, weighted by how near the
// query is to their keys. Nadaraya (1964) and Watson (1964); d2l 11.2, and 10.2 of its edition
// 0.17 for the learned width. Queries, keys and values are numbers: queries (query), keys and
// values (key); the context is (query), the weights are (query, key).

/// The mean of all values, whatever the query.
ops::Attended average_pooling(const torch::Tensor& queries, const torch::Tensor& values);

/// Weights softmax over the keys of -((q - k) w)^2 / 2: a Gaussian kernel of width 1 / w. `w` has
/// no dimensions; undefined: 1. `mask` broadcasts to (query, key), true where a key counts;
/// undefined: all do.
ops::Attended gaussian_pooling(const torch::Tensor& queries, const torch::Tensor& keys,
                               const torch::Tensor& values, const torch::Tensor& w = {},
                               const torch::Tensor& mask = {});

/// gaussian_pooling with w as its parameter.
class KernelRegressionImpl : public torch::nn::Module {
 public:
  explicit KernelRegressionImpl(double initial_w = 1.0);

  ops::Attended forward(const torch::Tensor& queries, const torch::Tensor& keys,
                        const torch::Tensor& values, const torch::Tensor& mask = {}) {
    return gaussian_pooling(queries, keys, values, w, mask);
  }

  torch::Tensor w;  ///< no dimensions
};
TORCH_MODULE(KernelRegression);

/// What learning the width went through.
struct WidthHistory {
  std::vector<double> losses;  ///< before each step
  std::vector<double> w;       ///< after each step
};

/// Gradient descent on the sum of squared errors over all points (keys, values), each predicted
/// from the others: with its own key among them, the best kernel would have no width at all.
WidthHistory learn_width(KernelRegression& regression, const torch::Tensor& keys,
                         const torch::Tensor& values, int64_t steps, double learning_rate);

}  // namespace regard::nn
