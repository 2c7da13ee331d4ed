#pragma once
#include <string>

namespace regard::metrics {

/// Python's f"{value:.{decimals}f}".
std::string fixed_point(double value, int decimals);

/// Python's repr of a float, which is also how its JSON writes one: the shortest digits that read
/// back the same.
std::string shortest(double value);

}  // namespace regard::metrics
