#pragma once
#include <string_view>

namespace regard {

inline constexpr std::string_view kVersion = "0.1.0";

/// The version of the compiled library, which may differ from that of its headers.
std::string_view library_version();

}  // namespace regard
