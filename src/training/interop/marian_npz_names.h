#pragma once
#include <string>
#include <vector>

#include "interop/marian_npz_options.h"

namespace regard::interop {

/// The names of a weight in regard and in a Marian archive, where matrices are transposed and
/// vectors are rows.
struct MarianNpzName {
  std::string ours;
  std::string theirs;
};

/// Names of all weights except embeddings and the output layer.
std::vector<MarianNpzName> marian_npz_layers(const MarianNpzOptions& options);

}  // namespace regard::interop
