#pragma once
#include <cstdint>
#include <vector>

#include "nn/recurrent.h"

namespace regard::nn {

/// How much of a change of the first state reaches each later one: the Frobenius norms of
/// d h_t / d h_0 of the top layer and, for an LSTM, of d c_t / d c_0, for t = 0 (the
/// identity), 1, ..., steps. d2l 9.7 and 10.1; Pascanu, Mikolov and Bengio (2013),
/// arXiv:1211.5063.
struct StateGradientNorms {
  std::vector<double> hidden;
  std::vector<double> cell;  ///< LSTM only
};

/// input (steps, 1, input_size), of one direction, from `initial`, one row for each layer; empty:
/// from 0.
StateGradientNorms state_gradient_norms(Recurrent& rnn, const torch::Tensor& input,
                                        const ops::RecurrentState& initial = {});

/// The cost of a layer that maps a sequence of n tokens, d numbers each, to another such sequence.
/// d2l 11.6, "Comparing CNNs, RNNs, and Self-Attention"; Vaswani et al. (2017), table 1.
struct LayerCost {
  int64_t multiplications;        ///< multiplications in the layer's matrix products
  int64_t sequential_operations;  ///< sequential ones, each fully parallel in itself
  int64_t longest_path;           ///< layers, or steps, until the two outermost tokens interact
};

/// k n d^2 multiplications, in parallel. Each layer of a stack sees k - 1 tokens more than the one
/// below.
LayerCost convolution_cost(int64_t tokens, int64_t size, int64_t kernel);

/// n d^2 multiplications, those of W_hh h, in sequence. (W_xh x, equally many, runs in parallel.)
LayerCost recurrent_cost(int64_t tokens, int64_t size);

/// 2 n^2 d multiplications, of scores and of weighted sums, in parallel. (Projections, which the
/// book omits, are 4 n d^2 more.)
LayerCost self_attention_cost(int64_t tokens, int64_t size);

}  // namespace regard::nn
