#include "claims/claim.h"

#include <cmath>

#include "base/nearest.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::claims {

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
  throw Error(str("there is no claim ", name), {},
              meant.empty() ? "regard claims --list names them all" : meant);
}

}  // namespace regard::claims
