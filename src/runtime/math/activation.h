#pragma once
#include <array>
#include <cstddef>

namespace regard::math {

/// Activation functions of feed-forward networks; `none` is not a config option. Each needs a name
/// and a row here, a case of activated() in math/functions.h, and one in nn/feed_forward.cpp.
enum class Activation { relu, gelu, silu, none };
constexpr auto names_of(Activation) { return std::array{"relu", "gelu", "silu"}; }

/// The names of an activation in diagrams and other programs.
struct ActivationForms {
  const char* formula;
  const char* huggingface;  ///< `activation_function` in Hugging Face checkpoints
  int ctranslate2;          ///< number in a CTranslate2 model
};

/// The forms of each activation, in the order of the enumerators.
inline constexpr std::array<ActivationForms, names_of(Activation::none).size()> kActivationForms = {
    {{"max(0, x)", "relu", 0}, {"x Φ(x)", "gelu", 3}, {"x σ(x)", "swish", 2}}};

constexpr const ActivationForms& forms_of(Activation activation) {
  return kActivationForms.at(static_cast<size_t>(activation));
}

}  // namespace regard::math
