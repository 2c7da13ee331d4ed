#pragma once
#include <torch/nn/module.h>

#include "architecture/conditional_gru_options.h"
#include "interop/foreign_tensors.h"

namespace regard::interop {

/// Sets the weights of a ConditionalGru, except embeddings and output layer, from a Marian archive.
/// There, matrices are transposed, vectors are rows, and the candidate of a GRU has its own arrays.
/// Throws the errors of ForeignTensors.
void set_marian_rnn(ForeignTensors& archive, const torch::nn::Module& model,
                    const model::ConditionalGruOptions& options);

}  // namespace regard::interop
