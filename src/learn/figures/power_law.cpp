#include "figures/power_law.h"

#include <cmath>
#include <stdexcept>

namespace regard::figures {

PowerLaw fit_power_law(const std::vector<double>& x, const std::vector<double>& y) {
  if (x.size() != y.size()) throw std::invalid_argument("fit_power_law: x and y differ in number");
  const auto count = static_cast<double>(x.size());
  double mean_x = 0, mean_y = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    if (x[i] <= 0 || y[i] <= 0) throw std::invalid_argument("fit_power_law: not positive");
    mean_x += std::log(x[i]) / count;
    mean_y += std::log(y[i]) / count;
  }
  double spread = 0, together = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    const double distance = std::log(x[i]) - mean_x;
    spread += distance * distance;
    together += distance * (std::log(y[i]) - mean_y);
  }
  if (!(spread > 0)) throw std::invalid_argument("fit_power_law: all x are the same");
  const double exponent = together / spread;
  return {std::exp(mean_y - exponent * mean_x), exponent};
}

}  // namespace regard::figures
