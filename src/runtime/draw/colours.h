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
  /// Perceived lightness, 0 to 1: CIE L* / 100 of the sRGB colour.
  double lightness() const;
};

/// The colour of a value from 0 (dark violet) to 1 (yellow): viridis, by Smith and van der Walt
/// (matplotlib, 2015). Lightness grows evenly, so it is readable in grey and with any kind of
/// colour blindness. Values outside are clamped.
Colour colour_of(double value);

/// Colours of series: s0 ... s6 of the style sheet. Later series repeat them with dashed lines and
/// hollow areas, then start over.
constexpr size_t kSeriesColours = 7;

/// "s2", "s0 hollow": a series' colour.
std::string colour_style(size_t series);
/// "line s2", "line s0 dashed": of its line; "mark s2": of its areas.
std::string line_style(size_t series);
std::string mark_style(size_t series);

}  // namespace regard::draw
