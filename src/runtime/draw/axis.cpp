#include "draw/axis.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "draw/picture.h"

namespace regard::draw {
namespace {

constexpr double kRounding = 1e-9;  // rounding error of sums of steps, relative to a step
// Beyond these limits, differences and steps are inexact or not even finite.
constexpr double kLargest = 1e300, kSmallest = 1e-300, kNarrowest = 1e-12;

bool is_wide_enough(double low, double high) {
  const double largest = std::max(std::abs(low), std::abs(high));
  return largest <= kLargest && high - low > std::max(kNarrowest * largest, kSmallest);
}

// The range to draw for values from `low` to `high`: finite, and wide enough.
std::pair<double, double> limited(double low, double high, Scale scale) {
  const bool is_log = scale == Scale::log;
  if (!std::isfinite(low)) low = high;
  if (!std::isfinite(low)) low = is_log ? 1 : 0;
  low = std::clamp(low, is_log ? kSmallest : -kLargest / 2, kLargest / 2);
  high = std::isnan(high) ? low : std::clamp(high, low, kLargest / 2);
  if (is_wide_enough(low, high)) return {low, high};
  if (is_log) return {low / 2, low * 2};
  const double room = std::max(std::abs(low) / 10, kSmallest * 10);
  return {low - (low == 0 ? 0.5 : room), low + (low == 0 ? 0.5 : room)};
}

// Multiples of `step` within [low, high].
std::vector<double> multiples(double low, double high, double step) {
  std::vector<double> ticks;
  const double first = std::ceil(low / step - kRounding);
  for (double i = first; i * step <= high + kRounding * step; ++i) ticks.push_back(i * step);
  return ticks;
}

}  // namespace

std::vector<double> linear_ticks(double low, double high, int count) {
  if (!is_wide_enough(low, high)) return {low};
  double power = std::pow(10.0, std::floor(std::log10((high - low) / count)));
  while (true) {
    for (const double digit : {1.0, 2.0, 5.0}) {
      const auto ticks = multiples(low, high, digit * power);
      if (static_cast<int>(ticks.size()) <= count) return ticks;
    }
    power *= 10;
  }
}

std::vector<double> log_ticks(double low, double high, int count) {
  const auto ticks_of = [&](const std::vector<double>& digits, int step) {
    std::vector<double> ticks;
    const int first = static_cast<int>(std::floor(std::log10(low) + kRounding));
    const int last = static_cast<int>(std::ceil(std::log10(high)));
    for (int exponent = first; exponent <= last; ++exponent) {
      if (exponent % step != 0) continue;
      for (const double digit : digits) {
        const double tick = digit * std::pow(10.0, exponent);
        if (tick >= low * (1 - kRounding) && tick <= high * (1 + kRounding)) ticks.push_back(tick);
      }
    }
    return ticks;
  };
  const auto many = ticks_of({1, 2, 5}, 1);
  if (many.size() < 2) return linear_ticks(low, high, count);
  if (static_cast<int>(many.size()) <= count) return many;
  int step = 1;
  auto powers = ticks_of({1}, step);
  while (static_cast<int>(powers.size()) > count) powers = ticks_of({1}, ++step);
  return powers;
}

AxisScale::AxisScale(const Axis& axis, double low, double high, double begin, double end,
                     int tick_count)
    : scale_(axis.scale), begin_(begin), end_(end) {
  std::tie(low_, high_) = limited(axis.min.value_or(low), axis.max.value_or(high), scale_);
  ticks_ = !axis.ticks.empty()    ? axis.ticks
           : scale_ == Scale::log ? log_ticks(low_, high_, tick_count)
                                  : linear_ticks(low_, high_, tick_count);
  for (size_t i = 0; i < std::min(axis.ticks.size(), axis.tick_names.size()); ++i) {
    names_[axis.ticks[i]] = axis.tick_names[i];
  }
  std::erase_if(ticks_, [this](double tick) { return !shows(tick); });
}

double AxisScale::transformed(double value) const {
  return scale_ == Scale::log ? std::log10(value) : value;
}

double AxisScale::operator()(double value) const {
  const double low = transformed(low_), high = transformed(high_);
  return begin_ + (transformed(value) - low) / (high - low) * (end_ - begin_);
}

bool AxisScale::shows(double value) const {
  const double rounding = kRounding * (high_ - low_);
  return value >= low_ - rounding && value <= high_ + rounding &&
         (scale_ == Scale::linear || value > 0);
}

std::string AxisScale::tick_label(double tick) const {
  if (const auto name = names_.find(tick); name != names_.end()) return name->second;
  double step = high_ - low_;
  for (size_t i = 1; i < ticks_.size(); ++i) step = std::min(step, ticks_[i] - ticks_[i - 1]);
  if (scale_ == Scale::log || tick == 0) return label(tick);
  if (std::abs(tick) < step * kRounding) return "0";
  const double digits = std::floor(std::log10(std::abs(tick))) - std::floor(std::log10(step)) + 1;
  return label(tick, std::max(static_cast<int>(digits), 3));
}

}  // namespace regard::draw
