#pragma once
#include <vector>

namespace regard::figures {

/// The straight line through (log x, log y) with the least sum of squared errors: y = factor *
/// x^exponent.
struct PowerLaw {
  double factor = 0;
  double exponent = 0;
};

/// x and y are positive and of equal number, and at least two x differ. Throws
/// std::invalid_argument otherwise.
PowerLaw fit_power_law(const std::vector<double>& x, const std::vector<double>& y);

}  // namespace regard::figures
