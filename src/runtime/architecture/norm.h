#pragma once
#include <array>

namespace regard::nn {

/// Where a layer normalization stands: after each residual connection (Vaswani et al., 2017), or
/// before each sublayer (Xiong et al., 2020).
enum class Norm { post, pre };
constexpr auto names_of(Norm) { return std::array{"post", "pre"}; }

}  // namespace regard::nn
