#pragma once
#include <string>
#include <vector>

#include "regard/base/decimals.h"

namespace regard::compare {

/// "p = 0.032", "p < 0.001": no test here draws enough resamples for more digits.
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
