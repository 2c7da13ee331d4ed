#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "architecture/norm.h"

namespace regard::interop {

/// A weight of a layer, here and in a checkpoint of MarianMT or Pegasus (interop/marian.h), with
/// the same shape.
struct WeightNames {
  std::string ours;
  std::string theirs;
  /// Dimensions that equal d_model, the size of the states between layers.
  bool states_in_rows = false;
  bool states_in_columns = false;
};

/// All weights of both stacks, without embeddings, positions and the output layer. With pre-norm,
/// each stack ends in a layer normalization.
std::vector<WeightNames> marian_layers(int64_t encoder_layers, int64_t decoder_layers,
                                       nn::Norm norm);

}  // namespace regard::interop
