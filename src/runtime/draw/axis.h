#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace regard::draw {

enum class Scale { linear, log };

struct Axis {
  std::string title = {};  ///< title with unit: "time (ms)"
  Scale scale = Scale::linear;
  std::optional<double> min = {};  ///< default: from the data
  std::optional<double> max = {};
  std::vector<double> ticks = {};            ///< chosen by default
  std::vector<std::string> tick_names = {};  ///< labels of `ticks`, in order, instead of numbers
};

/// Ticks at a distance of 1, 2 or 5 times a power of ten within [low, high], at most `count` (two
/// or more).
std::vector<double> linear_ticks(double low, double high, int count);

/// Powers of ten within [low, high]; if these are few, also 2 and 5 times each power.
std::vector<double> log_ticks(double low, double high, int count);

/// Maps the values of an axis to pixels.
class AxisScale {
 public:
  /// `low` and `high`: range of the data; [begin, end]: range in pixels.
  AxisScale(const Axis& axis, double low, double high, double begin, double end, int tick_count);

  double operator()(double value) const;
  /// Whether the value can be drawn: finite, within the limits, and positive on a log axis.
  bool shows(double value) const;
  double low() const { return low_; }
  double high() const { return high_; }
  const std::vector<double>& ticks() const { return ticks_; }
  /// The tick's name, or its number with enough digits to distinguish the ticks.
  std::string tick_label(double tick) const;

 private:
  double transformed(double value) const;

  Scale scale_;
  double low_, high_, begin_, end_;
  std::vector<double> ticks_;
  std::map<double, std::string> names_;  // names of ticks, by value
};

}  // namespace regard::draw
