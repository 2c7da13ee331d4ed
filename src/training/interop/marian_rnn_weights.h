#pragma once
#include <torch/nn/module.h>

#include "architecture/conditional_gru_options.h"
#include "interop/foreign_tensors.h"

namespace regard::interop {

/// Sets all weights of a ConditionalGru but the embeddings and the output layer from an archive of
/// Marian, where matrices are transposed, vectors are rows, and the candidate of a GRU has arrays
/// of its own. Throws Error as ForeignTensors do.
void set_marian_rnn(ForeignTensors& archive, const torch::nn::Module& model,
                    const model::ConditionalGruOptions& options);

}  // namespace regard::interop
