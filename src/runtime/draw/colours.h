#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

namespace regard::draw {

struct Colour {
  uint8_t red = 0;
  uint8_t green = 0;
  uint8_t blue = 0;

  std::string hex() const;  ///< #rrggbb
  /// Perceived lightness, 0 to 1: CIE L* / 100 of the sRGB color.
  double lightness() const;
};

/// The color of a value from 0 (dark violet) to 1 (yellow): viridis, by Smith and van der Walt
/// (matplotlib, 2015). Its lightness increases evenly, so it is readable in gray and with any kind
/// of color blindness. Values outside the range are clamped.
Colour colour_of(double value);

/// Number of series colors: s0 ... s6 of the style sheet. Later series repeat them with dashed
/// lines and hollow areas, then start over.
constexpr size_t kSeriesColours = 7;

/// The class of a series' color: "s2", "s0 hollow".
std::string colour_style(size_t series);
/// CSS classes of a series' line, "line s2" or "line s0 dashed", and of its areas, "mark s2".
std::string line_style(size_t series);
std::string mark_style(size_t series);

}  // namespace regard::draw
