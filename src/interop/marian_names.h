#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace regard::interop {

/// A weight of a layer, here and in a MarianMT checkpoint of Hugging Face's transformers, with the
/// same shape.
struct WeightNames {
  std::string ours;
  std::string theirs;
  /// Dimensions that equal d_model, the size of the states between layers.
  bool states_in_rows = false;
  bool states_in_columns = false;
};

/// All weights of the layers of both stacks, without embeddings and the output layer.
std::vector<WeightNames> marian_layers(int64_t encoder_layers, int64_t decoder_layers);

}  // namespace regard::interop
