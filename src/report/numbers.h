#pragma once
#include <cstdint>
#include <string>

namespace regard::report {

// Numbers for readers of a page. What is not a number is "–".

/// With so many digits behind the point: "−1.50".
std::string decimal(double value, int digits);
/// The same with a sign: "+1.5", "−0.3", "0.0".
std::string signed_decimal(double value, int digits);
/// "12,345,678".
std::string grouped(int64_t value);
/// "12.3 million", "4.56 billion" (with no-break spaces, as all units); below a million all digits,
/// grouped.
std::string rounded_count(double value);
/// A share from 0 to 1 as "12.3 %".
std::string percent(double share);
/// "0.012", "< 0.001".
std::string p_value(double p);
/// "42 s", "12.5 min", "3.2 h".
std::string duration(double minutes);
/// "850 J", "12.3 kJ", "4.56 MJ".
std::string energy(double joules);

}  // namespace regard::report
