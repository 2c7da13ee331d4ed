#pragma once
#include <string_view>

/// Files of this folder, which the build embeds (scripts/cmake/assets.cmake).
namespace regard::assets {

extern const std::string_view kPageStyle;  ///< shared by all pages

/// The classes of pictures, under ".regard": every picture includes them, and other parts of a page
/// may use them. Colors are values, because only browsers support variables in SVG. Series colors:
/// Okabe and Ito (2008); in dark mode, sky blue, yellow and white replace blue, sky blue and
/// black.
extern const std::string_view kPictureStyle;

}  // namespace regard::assets
