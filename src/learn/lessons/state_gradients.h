#pragma once
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

}  // namespace regard::nn
