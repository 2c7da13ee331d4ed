#include "regard/base/decimals.h"

#include <array>
#include <charconv>

namespace regard {

std::string fixed(double value, int digits) {
  std::array<char, 400> buffer{};  // the largest double has 309 digits before the point
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                 std::chars_format::fixed, digits)
                       .ptr;
  return {buffer.data(), end};
}

}  // namespace regard
