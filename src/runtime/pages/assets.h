#pragma once
#include <string_view>

/// Files of this folder that the build embeds (scripts/cmake/assets.cmake).
namespace regard::assets {

extern const std::string_view kUiScript;  ///< shared by all page scripts; must come first
extern const std::string_view kAttentionHtml, kAttentionScript, kAttentionStyle;
extern const std::string_view kFilmHtml, kFilmScript, kFilmStyle;
extern const std::string_view kFilmRunHtml;  ///< repeated for each run, below its name
extern const std::string_view kPagesChinese;

}  // namespace regard::assets
