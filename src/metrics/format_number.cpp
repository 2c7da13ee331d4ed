#include "format_number.h"

#include <array>
#include <charconv>
#include <cstdio>
#include <string_view>

namespace regard::metrics {

std::string fixed_point(double value, int decimals) {
  const int length = std::snprintf(nullptr, 0, "%.*f", decimals, value);
  std::string text(static_cast<std::size_t>(length) + 1, '\0');
  std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
  text.pop_back();
  return text;
}

std::string shortest(double value) {
  // Which digits are shortest is std::to_chars's business, where the point goes is Python's: an
  // exponent only below 1e-4 and from 1e16.
  std::array<char, 400> buffer;  // enough for any double without an exponent
  const auto write = [&](std::chars_format format) {
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format).ptr;
    return std::string(buffer.data(), end);
  };
  const std::string scientific = write(std::chars_format::scientific);
  const auto e = scientific.find('e');
  if (e == std::string::npos) return scientific;  // inf, nan
  const int exponent = std::stoi(scientific.substr(e + 1));
  if (exponent < -4 || exponent >= 16) return scientific;
  std::string text = write(std::chars_format::fixed);
  if (text.find('.') == std::string::npos) text += ".0";
  return text;
}

}  // namespace regard::metrics
