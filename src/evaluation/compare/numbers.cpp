#include "compare/numbers.h"

#include <array>
#include <cmath>
#include <span>

#include "base/readable.h"
#include "regard/base/str.h"

namespace regard::compare {

std::string decimal(double value, int digits) {
  if (!std::isfinite(value)) return "–";
  auto number = fixed(value, digits);
  if (number.front() == '-') number.replace(0, 1, "−");
  return number;
}

std::string signed_decimal(double value, int digits) {
  return std::isfinite(value) ? with_sign(value, digits) : "–";
}

std::string whole(double value) {
  return std::isfinite(value) ? grouped(std::llround(value)) : "–";
}

std::string rounded_count(double value) {
  if (!std::isfinite(value)) return "–";
  if (value < 1e6) return grouped(std::llround(value));
  struct Unit {
    double size;
    const char* name;
  };
  constexpr std::array<Unit, 3> units = {
      {{1e12, "\u00a0trillion"}, {1e9, "\u00a0billion"}, {1e6, "\u00a0million"}}};
  for (const auto& unit : units) {
    if (value < unit.size) continue;
    const double count = value / unit.size;
    return decimal(count, count < 10 ? 2 : count < 100 ? 1 : 0) + unit.name;
  }
  return grouped(std::llround(value));
}

std::string percent(double share) { return decimal(100 * share, 1) + "\u00a0%"; }

std::string part_of(int64_t part, int64_t all) {
  if (all == 0) return "–";
  const double share = static_cast<double>(part) / static_cast<double>(all);
  return grouped(part) + " (" + percent(share) + ")";
}

std::string joined(const std::vector<std::string>& parts) {
  if (parts.size() < 2) return join(parts);
  return join(std::span(parts).first(parts.size() - 1)) + " and " + parts.back();
}

std::string times(double value) { return decimal(value, 2) + " ×"; }

std::string p_value(double p) { return p < 0.001 ? "< 0.001" : decimal(p, 3); }

std::string p_value_in_words(double p) { return (p < 0.001 ? "p " : "p = ") + p_value(p); }

std::string duration(double minutes) {
  if (!std::isfinite(minutes)) return "–";
  if (minutes < 1) return decimal(60 * minutes, 0) + "\u00a0s";
  return minutes < 300 ? decimal(minutes, 1) + "\u00a0min" : decimal(minutes / 60, 1) + "\u00a0h";
}

}  // namespace regard::compare
