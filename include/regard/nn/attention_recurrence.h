#pragma once
#include "regard/nn/recurrent.h"

namespace regard::nn {

/// What a recurrent decoder with additive attention is made of (Bahdanau et al., 2015; d2l 11.4).
struct AttentionRecurrenceWeights {
  Cell cell = Cell::gru;
  torch::Tensor query;                   ///< W_q (hidden, hidden_size)
  torch::Tensor score;                   ///< w_v (hidden)
  torch::Tensor context;                 ///< the first layer's W_ih for the context
  std::vector<RecurrentWeights> layers;  ///< of the first, the weights of its state alone are read
  double dropout = 0.0;  ///< on attention weights and between layers; 0 outside training
};

/// What it attends to. Each sentence has at least one key.
struct AttentionRecurrenceMemory {
  torch::Tensor keys;    ///< (batch, source, hidden), as W_k gave them
  torch::Tensor values;  ///< (batch, source, value_size)
  torch::Tensor mask;    ///< (batch, 1, source), true where there is a key; undefined: everywhere
};

struct AttentionRecurrenceOutput {
  torch::Tensor states;    ///< (steps, batch, hidden_size) of the top layer
  torch::Tensor contexts;  ///< (steps, batch, value_size), what each step attended to
  torch::Tensor weights;   ///< (steps, batch, source), before dropout
  RecurrentState last;     ///< of each layer after its last step
};

/// Whether `attention_recurrence` can take such tensors: float32 on the CPU.
bool recurrence_is_fusible(const torch::Tensor& tensor);

/// All steps of the decoder by teacher forcing, as one autograd function. At each step the state of
/// the top layer is the query; the first layer then reads the context it gets, and its share
/// embedding_gates (steps, batch, gates * hidden_size) = W_e e + b of the step's embedding.
/// It computes what AdditiveAttention and Recurrent::Stepper compute one step at a time (tests
/// compare the two), without allocation or dispatch inside a step: padding is not looked at, the
/// gradients of weights are one product for all steps, dropout has one seed for all steps.
AttentionRecurrenceOutput attention_recurrence(const torch::Tensor& embedding_gates,
                                               const AttentionRecurrenceMemory& memory,
                                               const AttentionRecurrenceWeights& weights,
                                               const RecurrentState& initial);

}  // namespace regard::nn
