#pragma once
#include <string>
#include <vector>

#include "interop/marian_npz_options.h"

namespace regard::interop {

/// A weight of a layer here and in an archive of Marian, where matrices are transposed and vectors
/// are rows.
struct MarianNpzName {
  std::string ours;
  std::string theirs;
};

/// All weights without embeddings and the output layer.
std::vector<MarianNpzName> marian_npz_layers(const MarianNpzOptions& options);

}  // namespace regard::interop
