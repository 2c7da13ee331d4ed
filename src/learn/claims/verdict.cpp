#include "claims/verdict.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "compare/seed_groups.h"
#include "regard/base/str.h"

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

namespace {

/// About how many seeds make the interval narrow enough to lie on one side of the nearest bound, if
/// mean and deviation stay what they are.
std::optional<int64_t> seeds_to_tell(const Check& check, const std::vector<double>& values) {
  const auto interval = interval_of(values);
  const auto count = static_cast<double>(values.size());
  const double distance =
      std::min(std::abs(interval.mean - check.low), std::abs(interval.mean - check.high));
  if (!std::isfinite(interval.high) || distance == 0) return std::nullopt;
  const double error = (interval.high - interval.mean) / student_quantile(count - 1);
  constexpr double kNormalQuantile = 1.96;
  constexpr double kMost = 1000;
  const double wanted = std::ceil(count * std::pow(kNormalQuantile * error / distance, 2));
  if (wanted > kMost) return std::nullopt;
  return static_cast<int64_t>(std::max(wanted, count + 1));
}

std::string verdict_text(const Claim& claim, const std::vector<CheckResult>& checks) {
  const auto count_of = [&](Answer answer) {
    return std::ranges::count(checks, answer, &CheckResult::answer);
  };
  const auto all = std::ssize(checks);
  const auto held = count_of(Answer::yes), refuted = count_of(Answer::no);
  if (held == all) return "holds";
  if (refuted == all) return "refuted";
  if (held > 0 && refuted > 0) return str("depends on ", claim.depends_on);
  if (held + refuted == 0) return "undecided: too few seeds";
  return str(held > 0 ? "holds" : "refuted", " in ", held + refuted, " of ", all,
             " checks, undecided in the others: too few seeds");
}

}  // namespace

CheckResult judge(const Check& check, const std::vector<Trial>& trials) {
  std::vector<double> values;
  for (const auto& trial : trials) values.push_back(check.quantity(trial.measured));
  const auto interval = interval_of(values);
  const bool within = interval.low > check.low && interval.high < check.high;
  const bool outside = interval.high <= check.low || interval.low >= check.high;
  const auto answer = within ? Answer::yes : outside ? Answer::no : Answer::open;
  return {interval, answer, answer == Answer::open ? seeds_to_tell(check, values) : std::nullopt};
}

Verdict judge(const Claim& claim, const std::vector<Trial>& trials) {
  Verdict verdict;
  for (const auto& check : claim.checks) verdict.checks.push_back(judge(check, trials));
  verdict.text = verdict_text(claim, verdict.checks);
  return verdict;
}

}  // namespace regard::claims
