#pragma once
#include <cstdint>
#include <string>

namespace regard {

/// The number rounded to `digits` decimals, whatever the locale. A result of zero has no sign.
/// "nan" and "inf" for non-finite numbers.
std::string fixed(double value, int digits);

/// The same for a difference: "+1.50", "−1.50" (with a true minus), "0.00".
std::string with_sign(double value, int digits);

/// "12,345,678".
std::string grouped(int64_t value);

}  // namespace regard
