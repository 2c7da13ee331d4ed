#include "regard/compare/seed_groups.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "regard/compare/significance_level.h"

namespace regard::compare {
namespace {

/// Limit on the ways to form the groups to try.
constexpr double kMostPermutations = 200000;

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// With n - 1.
double variance(const std::vector<double>& values) {
  const double middle = mean(values);
  double sum = 0;
  for (const double value : values) sum += (value - middle) * (value - middle);
  return sum / static_cast<double>(values.size() - 1);
}

/// The continued fraction of the incomplete beta function (Abramowitz and Stegun, 1964, 26.5.8), by
/// Lentz's method.
double beta_fraction(double a, double b, double x) {
  constexpr double kTiny = 1e-300, kEnough = 1e-15;
  double c = 1, d = 1 - (a + b) * x / (a + 1);
  d = 1 / (std::abs(d) < kTiny ? kTiny : d);
  double fraction = d;
  for (int m = 1; m < 10000; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    double change = 1;
    for (const double term : {even, odd}) {
      d = 1 + term * d;
      c = 1 + term / c;
      d = 1 / (std::abs(d) < kTiny ? kTiny : d);
      c = std::abs(c) < kTiny ? kTiny : c;
      change = c * d;
      fraction *= change;
    }
    if (std::abs(change - 1) < kEnough) break;
  }
  return fraction;
}

/// I_x(a, b), the regularized incomplete beta function.
double regularized_beta(double a, double b, double x) {
  if (x <= 0 || x >= 1) return x <= 0 ? 0.0 : 1.0;
  const double front = std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) +
                                a * std::log(x) + b * std::log1p(-x));
  // The fraction converges fast only on this side.
  if (x < (a + 1) / (a + b + 2)) return front * beta_fraction(a, b, x) / a;
  return 1 - front * beta_fraction(b, a, 1 - x) / b;
}

double binomial(size_t n, size_t k) {
  return std::exp(std::lgamma(static_cast<double>(n + 1)) -
                  std::lgamma(static_cast<double>(k + 1)) -
                  std::lgamma(static_cast<double>(n - k + 1)));
}

/// The share of all ways to form two groups of these sizes whose means differ at least as much.
std::optional<double> permutation_test(const std::vector<double>& first,
                                       const std::vector<double>& second) {
  const size_t all = first.size() + second.size();
  if (binomial(all, first.size()) > kMostPermutations) return std::nullopt;
  auto values = first;
  values.insert(values.end(), second.begin(), second.end());
  const double observed = std::abs(mean(first) - mean(second));
  const double rounding = 1e-9 * std::max(1.0, std::abs(mean(values)));
  std::vector<bool> in_first(all, false);
  std::fill_n(in_first.begin(), first.size(), true);
  size_t ways = 0, extreme = 0;
  do {
    double sums[2] = {0, 0};
    for (size_t i = 0; i < all; ++i) sums[in_first[i] ? 0 : 1] += values[i];
    const double difference = std::abs(sums[0] / static_cast<double>(first.size()) -
                                       sums[1] / static_cast<double>(second.size()));
    ++ways;
    extreme += difference >= observed - rounding ? 1 : 0;
  } while (std::prev_permutation(in_first.begin(), in_first.end()));
  return static_cast<double>(extreme) / static_cast<double>(ways);
}

}  // namespace

double student_p_value(double t, double degrees_of_freedom) {
  return regularized_beta(degrees_of_freedom / 2, 0.5,
                          degrees_of_freedom / (degrees_of_freedom + t * t));
}

SeedGroups::Test test_groups(const std::vector<double>& first, const std::vector<double>& second) {
  SeedGroups::Test test{.difference = mean(second) - mean(first)};
  if (first.size() < 2 || second.size() < 2) return test;
  test.permutation_p_value = permutation_test(first, second);
  const double of_first = variance(first) / static_cast<double>(first.size());
  const double of_second = variance(second) / static_cast<double>(second.size());
  const double of_mean = of_first + of_second;
  if (of_mean == 0) return test;  // seeds change nothing: there is no variation to test against
  test.t = test.difference / std::sqrt(of_mean);
  test.degrees_of_freedom = of_mean * of_mean /
                            (of_first * of_first / static_cast<double>(first.size() - 1) +
                             of_second * of_second / static_cast<double>(second.size() - 1));
  test.p_value = student_p_value(*test.t, *test.degrees_of_freedom);
  test.survives = *test.p_value < kSignificant;
  return test;
}

}  // namespace regard::compare
