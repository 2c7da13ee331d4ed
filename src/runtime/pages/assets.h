#pragma once
#include <string_view>

/// Files of this folder, which the build embeds (scripts/cmake/assets.cmake).
namespace regard::assets {

extern const std::string_view kUiScript;  ///< what all scripts share; it comes first
extern const std::string_view kAttentionHtml, kAttentionScript, kAttentionStyle;
extern const std::string_view kFilmHtml, kFilmScript, kFilmStyle;
extern const std::string_view kFilmRunHtml;  ///< part of each run, below its name

}  // namespace regard::assets
