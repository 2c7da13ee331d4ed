#pragma once
#include <cstdint>
#include <vector>

#include "nn/recurrent.h"

namespace regard::nn {

/// Influence of the first state on each later one: the Frobenius norms of d h_t / d h_0 in the top
/// layer and, for an LSTM, of d c_t / d c_0, for t = 0 (the identity), 1, ..., steps. d2l 9.7 and
/// 10.1; Pascanu, Mikolov and Bengio (2013), arXiv:1211.5063.
struct StateGradientNorms {
  std::vector<double> hidden;
  std::vector<double> cell;  ///< LSTM only
};

/// `input` is (steps, 1, input_size), `rnn` has one direction, and `initial` has one row per layer;
/// empty: zeros.
StateGradientNorms state_gradient_norms(Recurrent& rnn, const torch::Tensor& input,
                                        const ops::RecurrentState& initial = {});

/// The cost of a layer that maps a sequence of n tokens with d numbers each to the same shape.
/// d2l 11.6, "Comparing CNNs, RNNs, and Self-Attention"; Vaswani et al. (2017), table 1.
struct LayerCost {
  int64_t multiplications;        ///< scalar multiplications in its matrix multiplications
  int64_t sequential_operations;  ///< operations in sequence, each fully parallel in itself
  int64_t longest_path;           ///< layers or steps until the two outermost tokens interact
};

/// Takes k n d^2 multiplications, in parallel. Each layer of a stack sees k - 1 more tokens than
/// the one below.
LayerCost convolution_cost(int64_t tokens, int64_t size, int64_t kernel);

/// Takes n d^2 multiplications for W_hh h, in sequence. (W_xh x, equally many, runs in parallel.)
LayerCost recurrent_cost(int64_t tokens, int64_t size);

/// Takes 2 n^2 d multiplications for scores and weighted sums, in parallel. (The projections, which
/// the book omits, add 4 n d^2.)
LayerCost self_attention_cost(int64_t tokens, int64_t size);

}  // namespace regard::nn
