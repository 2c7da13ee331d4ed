#pragma once
#include <string_view>

namespace regard {

/// The build, too, reads it here.
inline constexpr std::string_view kVersion = "0.2.0";

}  // namespace regard
