#pragma once
#include <functional>

#include "ops/head_attention.h"
#include "ops/recurrent_step.h"

namespace regard::ops {

/// The weights of a recurrent decoder, except its attention. The first layer reads [context;
/// embedding]: W_ih [c; y] = W_c c + W_y y, where W_y y is computed once for all steps.
struct DecoderWeights {
  Cell cell = Cell::gru;
  torch::Tensor context;                 ///< W_c (gates * hidden_size, value_size)
  std::vector<RecurrentWeights> layers;  ///< W_ih and b_ih of the first are not read
  double dropout = 0.0;                  ///< between layers; 0 outside training
};

struct RecurrenceOutput {
  torch::Tensor states;    ///< (steps, batch, hidden_size) of the top layer
  torch::Tensor contexts;  ///< (steps, batch, value_size), the context of each step
  torch::Tensor weights;   ///< (batch, heads, steps, source), before dropout; undefined if
                           ///< `attend` returns none
  RecurrentState last;     ///< state of each layer after its last step
};

/// query (batch, 1, hidden_size) -> context (batch, 1, value_size), weights (batch, [heads,] 1,
/// source).
using Attend = std::function<Attended(const torch::Tensor& query)>;

/// A recurrent decoder with attention in teacher forcing (Bahdanau et al., 2015; d2l 11.4). The
/// query of step t is the top layer's state before t; the layers then read the resulting context:
///   c_t = attend(h_{t-1}),  h_t = layers([c_t; y_t], h_{t-1})
/// embedding_gates (steps, batch, gates * hidden_size): W_y y_t + b of the first layer.
RecurrenceOutput attention_recurrence(const torch::Tensor& embedding_gates, const Attend& attend,
                                      const DecoderWeights& weights, const RecurrentState& initial);

/// Additive attention with its keys and values. Each sentence has at least one key.
struct AdditiveMemory {
  torch::Tensor W_q;     ///< (hidden, hidden_size)
  torch::Tensor w_v;     ///< (hidden)
  torch::Tensor keys;    ///< (batch, source, hidden), projected by W_k
  torch::Tensor values;  ///< (batch, source, value_size)
  torch::Tensor mask;    ///< (batch, 1, source), true where there is a key; undefined: everywhere
  double dropout = 0.0;  ///< on the weights; 0 outside training
};

/// sum_i softmax_i(w_v . tanh(q + key_i)) value_i for queries that W_q has projected: query (batch,
/// query, hidden) -> context (batch, query, value_size), weights (batch, query, source).
Attended additive_attention(const torch::Tensor& query, const AdditiveMemory& memory);

/// attention_recurrence with attend(q) = additive_attention(W_q q). The fused implementation is one
/// autograd function that neither allocates nor dispatches inside a step: padding is skipped, the
/// gradients of weights are one matrix multiplication for all steps, and dropout has one seed.
RecurrenceOutput attention_recurrence(const torch::Tensor& embedding_gates,
                                      const AdditiveMemory& memory, const DecoderWeights& weights,
                                      const RecurrentState& initial);

}  // namespace regard::ops
