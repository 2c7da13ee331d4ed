#include "claims/claim.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/readable.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

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

Quantity measured(const std::string& name) {
  return [=](const Measurements& values) { return values.at(name); };
}

Quantity difference(const std::string& first, const std::string& second) {
  return [=](const Measurements& values) { return values.at(first) - values.at(second); };
}

Quantity ratio(const std::string& first, const std::string& second) {
  return [=](const Measurements& values) { return values.at(first) / values.at(second); };
}

Quantity log_ratio(const std::string& first, const std::string& second) {
  return [=](const Measurements& values) { return std::log(values.at(first) / values.at(second)); };
}

const Claim& find_claim(const std::string& name) {
  std::vector<std::string> known;
  for (const auto& claim : claims()) {
    if (claim.name == name) return claim;
    known.emplace_back(claim.name);
  }
  const auto meant = did_you_mean(name, known);
  throw Error(str("unknown claim ", name), {},
              meant.empty() ? "run regard claims --list to list them" : meant);
}

}  // namespace regard::claims
