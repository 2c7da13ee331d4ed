#pragma once
#include <string_view>

/// Files of this folder that the build embeds (scripts/cmake/assets.cmake).
namespace regard::assets {

extern const std::string_view kChinese;

}  // namespace regard::assets
