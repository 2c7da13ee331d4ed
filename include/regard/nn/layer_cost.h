#pragma once
#include <cstdint>

namespace regard::nn {

/// What a layer that turns a sequence of n tokens, d numbers each, into another such sequence asks
/// for. d2l 11.6, "Comparing CNNs, RNNs, and Self-Attention"; Vaswani et al. (2017), table 1.
struct LayerCost {
  int64_t multiplications;        ///< of its matrix products
  int64_t sequential_operations;  ///< that wait for each other, each as parallel as one may wish
  int64_t longest_path;           ///< layers, or steps, until the two outermost tokens meet
};

/// k n d^2 multiplications, all at once. Each layer of a stack sees k - 1 tokens more than the one
/// below.
LayerCost convolution_cost(int64_t tokens, int64_t size, int64_t kernel);

/// n d^2 multiplications, those of W_hh h, one step after the other. (W_xh x, as many again, waits
/// for nothing.)
LayerCost recurrent_cost(int64_t tokens, int64_t size);

/// 2 n^2 d multiplications, of scores and of weighted sums, all at once. (Projections, which the
/// book leaves out, are 4 n d^2 more.)
LayerCost self_attention_cost(int64_t tokens, int64_t size);

}  // namespace regard::nn
