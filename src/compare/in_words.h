#pragma once
#include <string>

#include "regard/base/decimals.h"

namespace regard::compare {

/// "p = 0.032", "p < 0.001": no test here resamples so often that more digits would mean something.
inline std::string p_value_in_words(double p) {
  return p < 0.001 ? std::string("p < 0.001") : "p = " + fixed(p, 3);
}

/// The level at which a difference counts as one.
inline constexpr double kSignificant = 0.05;

}  // namespace regard::compare
