#pragma once
#include <string>

namespace regard {

/// The number with so many digits behind the point, rounded; no locale changes it. What rounds to
/// zero has no sign. "nan" and "inf" where it is none.
std::string fixed(double value, int digits);

/// The same of a difference: "+1.50", "−1.50" (with a true minus), "0.00".
std::string with_sign(double value, int digits);

}  // namespace regard
