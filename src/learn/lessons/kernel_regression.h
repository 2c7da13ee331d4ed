#pragma once
#include <torch/nn/module.h>
#include <torch/nn/pimpl.h>
#include <torch/types.h>
#include <array>
#include <cstdint>
#include <vector>

#include "ops/head_attention.h"

namespace regard::nn {

// Attention in its simplest form: y at a query is a mean of the known values, weighted by how far
// their keys are from the query. Nadaraya (1964) and Watson (1964); d2l 11.2, and 10.2 of its
// edition 0.17 for the learned width. Queries, keys and values are numbers: queries (query), keys
// and values (key); the context is (query), the weights are (query, key).

/// The mean of all values, regardless of the query.
ops::Attended average_pooling(const torch::Tensor& queries, const torch::Tensor& values);

/// The weights are the softmax of -((q - k) w)^2 / 2 over the keys: a Gaussian kernel of width 1 /
/// w. `w` has no dimensions; undefined: 1. `mask` broadcasts to (query, key) and is true where a
/// key counts; undefined: all keys count.
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

/// The course of learning the width.
struct WidthHistory {
  std::vector<double> losses;  ///< before each step
  std::vector<double> w;       ///< after each step
};

/// Learns w by gradient descent on the sum of squared errors over all points (keys, values). Each
/// value is predicted from the others; with its own key, the best width would be 0.
WidthHistory learn_width(KernelRegression& regression, const torch::Tensor& keys,
                         const torch::Tensor& values, int64_t steps, double learning_rate);

/// A table of masked softmax from the book: two sequences of two queries and four keys (d2l 11.3;
/// 10.3 of its Chinese edition). The book's scores are random and not printed; the logarithms of
/// the weights have the same softmax, regardless of the masked scores.
struct MaskedSoftmaxTable {
  const char* edition;                          ///< "English", "Chinese" or "MXNet"
  bool per_query;                               ///< whether `lengths` are per query
  std::array<int, 4> lengths;                   ///< of two sequences (first two) or four queries
  std::array<std::array<float, 4>, 4> weights;  ///< by sequence and query

  /// The logarithms of the weights (sequence, query, key); 1 where masked.
  torch::Tensor scores() const;
  /// The mask, which broadcasts to the scores and is true where a key counts.
  torch::Tensor mask() const;
};

inline constexpr std::array<MaskedSoftmaxTable, 6> kMaskedSoftmaxTables = {{
    {"English",
     false,
     {2, 3},
     {{{0.4448F, 0.5552F, 0, 0},
       {0.4032F, 0.5968F, 0, 0},
       {0.2795F, 0.2805F, 0.4400F, 0},
       {0.2798F, 0.3092F, 0.4110F, 0}}}},
    {"English",
     true,
     {1, 3, 2, 4},
     {{{1, 0, 0, 0},
       {0.4109F, 0.2794F, 0.3097F, 0},
       {0.3960F, 0.6040F, 0, 0},
       {0.2557F, 0.1833F, 0.2420F, 0.3190F}}}},
    {"Chinese",
     false,
     {2, 3},
     {{{0.5980F, 0.4020F, 0, 0},
       {0.5548F, 0.4452F, 0, 0},
       {0.3716F, 0.3926F, 0.2358F, 0},
       {0.3455F, 0.3337F, 0.3208F, 0}}}},
    {"Chinese",
     true,
     {1, 3, 2, 4},
     {{{1, 0, 0, 0},
       {0.4125F, 0.3273F, 0.2602F, 0},
       {0.5254F, 0.4746F, 0, 0},
       {0.3117F, 0.2130F, 0.1801F, 0.2952F}}}},
    {"MXNet",
     false,
     {2, 3},
     {{{0.488994F, 0.511006F, 0, 0},
       {0.43654838F, 0.56345165F, 0, 0},
       {0.28817102F, 0.3519408F, 0.3598882F, 0},
       {0.29034293F, 0.25239873F, 0.45725834F, 0}}}},
    {"MXNet",
     true,
     {1, 3, 2, 4},
     {{{1, 0, 0, 0},
       {0.35848376F, 0.36588794F, 0.2756283F, 0},
       {0.54370314F, 0.45629686F, 0, 0},
       {0.19598779F, 0.25580424F, 0.19916737F, 0.34904057F}}}},
}};

/// The function 2 sin x + x^0.8, which kernel regression estimates from noisy points (d2l 11.2;
/// 10.2 of the Chinese edition).
torch::Tensor smooth_function(const torch::Tensor& x);

}  // namespace regard::nn
