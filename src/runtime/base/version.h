#pragma once
#include <string_view>

namespace regard {

/// The build also reads the version here.
inline constexpr std::string_view kVersion = "0.2.0";

}  // namespace regard
