#pragma once
#include <cstdint>
#include <string>
#include <vector>

/// Formats the numbers and lists of a comparison for readers. NaN is shown as "–".
namespace regard::compare {

/// A number with `digits` decimals: "−1.50".
std::string decimal(double value, int digits);
template <int digits>
std::string decimals(double value) {
  return decimal(value, digits);
}
/// A number with a sign: "+1.5", "−0.3", "0.0".
std::string signed_decimal(double value, int digits);
/// grouped() for a double: "12,345,678".
std::string whole(double value);
/// A count: "12.3 million", "4.56 billion" (with no-break spaces, like all units). Below a million,
/// it has all digits, grouped.
std::string rounded_count(double value);
/// A share from 0 to 1 as "12.3 %".
std::string percent(double share);
/// A part of a whole, with its share: "6 (3.0 %)".
std::string part_of(int64_t part, int64_t all);
/// A factor: "1.50 ×".
std::string times(double value);
/// A p-value: "0.012", "< 0.001". No test here draws enough resamples for more digits.
std::string p_value(double p);
/// A p-value with its name: "p = 0.012", "p < 0.001".
std::string p_value_in_words(double p);
/// A duration in a suitable unit: "42 s", "12.5 min", "3.2 h".
std::string duration(double minutes);

/// A list in words: "a", "a and b", "a, b and c".
std::string joined(const std::vector<std::string>& parts);

}  // namespace regard::compare
