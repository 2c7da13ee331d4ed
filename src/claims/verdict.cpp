#include "regard/claims/verdict.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "regard/base/str.h"
#include "regard/compare/seed_groups.h"

namespace regard::claims {

double student_quantile(double degrees_of_freedom) {
  constexpr double kOutside = 0.05;
  double low = 0, high = 1;
  while (compare::student_p_value(high, degrees_of_freedom) > kOutside) high *= 2;
  for (int halving = 0; halving < 60; ++halving) {
    const double middle = (low + high) / 2;
    (compare::student_p_value(middle, degrees_of_freedom) > kOutside ? low : high) = middle;
  }
  return high;
}

Interval interval_of(const std::vector<double>& values) {
  const auto count = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  if (values.size() < 2) return {mean, std::nan(""), std::nan("")};
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  const double error = std::sqrt(squares / (count - 1) / count);
  const double half = error == 0 ? 0 : student_quantile(count - 1) * error;
  return {mean, mean - half, mean + half};
}

CheckResult judge(const Check& check, const std::vector<Trial>& trials) {
  std::vector<double> values;
  for (const auto& trial : trials) values.push_back(check.quantity(trial.measured));
  const auto interval = interval_of(values);
  const bool within = interval.low > check.low && interval.high < check.high;
  const bool outside = interval.high <= check.low || interval.low >= check.high;
  return {interval, within ? Answer::yes : outside ? Answer::no : Answer::open};
}

Verdict judge(const Claim& claim, const std::vector<Trial>& trials) {
  Verdict verdict;
  for (const auto& check : claim.checks) verdict.checks.push_back(judge(check, trials));
  const auto held = std::ranges::count(verdict.checks, Answer::yes, &CheckResult::answer);
  if (held == static_cast<std::ptrdiff_t>(claim.checks.size())) {
    verdict.text = "holds";
  } else {
    verdict.text = held == 0 ? "not here" : str("depends on ", claim.depends_on);
  }
  return verdict;
}

}  // namespace regard::claims
