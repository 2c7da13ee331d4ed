#pragma once
#include <cstdint>
#include <string>

/// Numbers of a comparison as people read them. What is not a number is "–".
namespace regard::compare {

/// With so many digits behind the point: "−1.50".
std::string decimal(double value, int digits);
template <int digits>
std::string decimals(double value) {
  return decimal(value, digits);
}
/// The same with a sign: "+1.5", "−0.3", "0.0".
std::string signed_decimal(double value, int digits);
/// "12,345,678".
std::string grouped(int64_t value);
/// The same of a number that is whole but for its type.
std::string whole(double value);
/// "12.3 million", "4.56 billion" (with no-break spaces, as all units); below a million all digits,
/// grouped.
std::string rounded_count(double value);
/// A share from 0 to 1 as "12.3 %".
std::string percent(double share);
/// "6 (3.0 %)".
std::string part_of(int64_t part, int64_t all);
/// "1.50 ×".
std::string times(double value);
/// "0.012", "< 0.001".
std::string p_value(double p);
/// "42 s", "12.5 min", "3.2 h".
std::string duration(double minutes);

}  // namespace regard::compare
