#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace regard::interop {

/// A linear layer of CTranslate2, which may hold several of ours, their rows stacked: NAME/weight
/// and NAME/bias are OURS.weight and OURS.bias.
struct StackedLayers {
  std::string theirs;
  std::vector<std::string> ours;
};

/// A layer normalization: NAME/gamma and NAME/beta are OURS.weight and OURS.bias.
struct NormNames {
  std::string theirs;
  std::string ours;
};

struct Ctranslate2Names {
  std::vector<StackedLayers> linear;
  std::vector<NormNames> norms;
};

/// All layers of both stacks, without embeddings, positions and the output layer. Pre-norm stacks
/// end with a normalization.
Ctranslate2Names ctranslate2_names(int64_t encoder_layers, int64_t decoder_layers, bool pre_norm);

}  // namespace regard::interop
