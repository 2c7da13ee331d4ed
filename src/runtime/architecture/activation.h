#pragma once
#include <array>

namespace regard::nn {

/// Of feed-forward networks.
enum class Activation { relu, gelu, silu };
constexpr auto names_of(Activation) { return std::array{"relu", "gelu", "silu"}; }

}  // namespace regard::nn
