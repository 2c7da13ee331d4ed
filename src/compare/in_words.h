#pragma once
#include <cmath>
#include <string>
#include <vector>

#include "regard/base/decimals.h"

namespace regard::compare {

/// "+1.50", "−1.50", "0.00".
inline std::string with_sign(double value, int digits) {
  const auto size = fixed(std::abs(value), digits);
  const bool is_zero = size.find_first_not_of("0.") == std::string::npos;
  return (is_zero ? "" : value < 0 ? "−" : "+") + size;
}

/// "p = 0.032", "p < 0.001": no test here resamples so often that more digits would mean something.
inline std::string p_value_in_words(double p) {
  return p < 0.001 ? std::string("p < 0.001") : "p = " + fixed(p, 3);
}

/// "a", "a and b", "a, b and c".
inline std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
  }
  return text;
}

}  // namespace regard::compare
