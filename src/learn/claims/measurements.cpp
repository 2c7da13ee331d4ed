#include "claims/measurements.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace regard::claims {

int64_t Attempt::share_of(int64_t count) const {
  return std::max<int64_t>(2, std::llround(effort * static_cast<double>(count)));
}

bool Measurements::has(const std::string& name) const {
  return std::ranges::any_of(values_, [&](const Named& value) { return value.first == name; });
}

double Measurements::at(const std::string& name) const {
  const auto found = std::ranges::find(values_, name, &Named::first);
  if (found == values_.end()) throw std::out_of_range("not measured: " + name);
  return found->second;
}

}  // namespace regard::claims
