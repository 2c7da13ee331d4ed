#include "base/decimals.h"

#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

namespace regard {

std::string fixed(double value, int digits) {
  std::array<char, 400> buffer{};  // the largest double has 309 digits before the point
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                 std::chars_format::fixed, digits)
                       .ptr;
  const std::string_view number(buffer.data(), static_cast<size_t>(end - buffer.data()));
  const bool is_zero = number.find_first_not_of("-0.") == std::string_view::npos;
  return std::string(is_zero && number.front() == '-' ? number.substr(1) : number);
}

std::string with_sign(double value, int digits) {
  const auto size = fixed(std::abs(value), digits);
  const bool is_zero = size.find_first_not_of("0.") == std::string::npos;
  return (is_zero ? "" : value < 0 ? "−" : "+") + size;
}

std::string grouped(int64_t value) {
  const auto digits = std::to_string(value);
  std::string text;
  for (size_t i = 0; i < digits.size(); ++i) {
    const bool begins_group = i > 0 && digits[i - 1] != '-' && (digits.size() - i) % 3 == 0;
    if (begins_group) text += ',';
    text += digits[i];
  }
  return text;
}

}  // namespace regard
