#pragma once
#include <torch/nn/module.h>

namespace regard::nn {

/// New random weights for a whole model, from torch's generator:
///   matrices   Xavier uniform (Glorot and Bengio, 2010), as in d2l 10.7; for the stacked gates of
///   a recurrent layer too embeddings normal with standard deviation 1 / sqrt(size): a word's
///   vector has length 1 whatever its size, so it can
///              be the output layer as well, and sqrt(size) times it, as the Transformer reads it,
///              is of unit variance
///   biases     0; layer normalization keeps its 1 and 0.
void initialize(torch::nn::Module& module);

}  // namespace regard::nn
