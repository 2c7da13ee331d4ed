#pragma once
#include <string_view>

/// Files of this folder, which the build embeds (scripts/cmake/assets.cmake).
namespace regard::assets {

extern const std::string_view kPageStyle;  ///< what all pages share

/// The classes of pictures, under ".regard": every picture includes them, and other parts of a page
/// may use them. Plain colours instead of variables, which SVG renderers other than browsers do not
/// support. Series: Okabe and Ito (2008); in the dark, sky blue, yellow and white replace blue, sky
/// blue and black.
extern const std::string_view kPictureStyle;

}  // namespace regard::assets
