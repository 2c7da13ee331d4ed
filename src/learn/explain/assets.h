#pragma once
#include <string_view>

/// Files of this folder that the build embeds (scripts/cmake/assets.cmake).
namespace regard::assets {

extern const std::string_view kExplainHtml, kExplainScript, kExplainStyle;
extern const std::string_view kLiveHtml, kLiveScript, kLiveStyle;
extern const std::string_view kSentenceComparisonStyle;

}  // namespace regard::assets
