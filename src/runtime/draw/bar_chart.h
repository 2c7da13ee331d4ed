#pragma once
#include <string>
#include <vector>

#include "draw/axis.h"
#include "draw/picture.h"

namespace regard::draw {

struct Bars {
  std::string name = {};            ///< for the legend; empty: not in it
  std::vector<double> values = {};  ///< one per group; NaN: no bar
  /// Ends of an interval around each value, drawn over its bar; NaN: none. Empty: none at all.
  std::vector<double> low = {};
  std::vector<double> high = {};
};

/// Groups of bars above 0.
struct BarChart {
  std::string title = {};
  std::string x_title = {};
  std::vector<std::string> groups = {};
  Axis y = {};
  std::vector<Bars> bars = {};
  bool show_values = true;       ///< above each bar, if there is room
  bool values_on_hover = false;  ///< each bar shows its group, name, value and interval
  double width = kWidth;
  double height = 320;
};

/// Throws std::invalid_argument unless there is one value, or end of an interval, per group.
Picture draw(const BarChart& chart);

}  // namespace regard::draw
