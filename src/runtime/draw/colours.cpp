#include "draw/colours.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "regard/base/str.h"

namespace regard::draw {
namespace {

// viridis at 0, 1/8, ..., 1.
constexpr std::array<Colour, 9> kViridis = {{{0x44, 0x01, 0x54},
                                             {0x47, 0x2d, 0x7b},
                                             {0x3b, 0x52, 0x8b},
                                             {0x2c, 0x72, 0x8e},
                                             {0x21, 0x91, 0x8c},
                                             {0x28, 0xae, 0x80},
                                             {0x5e, 0xc9, 0x62},
                                             {0xad, 0xdc, 0x30},
                                             {0xfd, 0xe7, 0x25}}};

uint8_t between(uint8_t low, uint8_t high, double part) {
  return static_cast<uint8_t>(std::lround(low + part * (high - low)));
}

// Linear-light value of an sRGB component (IEC 61966-2-1).
double linear(uint8_t component) {
  const double value = component / 255.0;
  return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

}  // namespace

std::string Colour::hex() const {
  constexpr const char* digits = "0123456789abcdef";
  std::string text = "#";
  for (const uint8_t component : {red, green, blue}) {
    text += digits[component / 16];
    text += digits[component % 16];
  }
  return text;
}

double Colour::lightness() const {
  const double light = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  return light > 0.008856 ? 1.16 * std::cbrt(light) - 0.16 : 9.033 * light;
}

Colour colour_of(double value) {
  const double place = std::clamp(value, 0.0, 1.0) * (kViridis.size() - 1);
  const size_t below = std::min(static_cast<size_t>(place), kViridis.size() - 2);
  const double part = place - static_cast<double>(below);
  const auto& low = kViridis[below];
  const auto& high = kViridis[below + 1];
  return {between(low.red, high.red, part), between(low.green, high.green, part),
          between(low.blue, high.blue, part)};
}

namespace {

bool is_second_round(size_t series) { return series / kSeriesColours % 2 == 1; }

}  // namespace

std::string colour_style(size_t series) {
  return str("s", series % kSeriesColours, is_second_round(series) ? " hollow" : "");
}

std::string line_style(size_t series) {
  return str("line s", series % kSeriesColours, is_second_round(series) ? " dashed" : "");
}

std::string mark_style(size_t series) { return "mark " + colour_style(series); }

}  // namespace regard::draw
