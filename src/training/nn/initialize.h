#pragma once
#include <torch/nn/module.h>

namespace regard::nn {

/// New random weights for a whole model, from torch's generator.
/// - Matrices, stacked gates of recurrent layers included: Xavier uniform (Glorot and Bengio,
///   2010), as in d2l 10.7.
/// - Embeddings: normal with standard deviation 1 / sqrt(size). A word's vector has length 1
///   whatever its size, so the matrix can serve as the output layer too, and the Transformer, which
///   multiplies it by sqrt(size), reads unit variance.
/// - Biases: 0. Layer normalization keeps its 1 and 0.
void initialize(torch::nn::Module& module);

}  // namespace regard::nn
