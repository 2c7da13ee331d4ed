#pragma once
#include <string>
#include <vector>

#include "regard/draw/axis.h"
#include "regard/draw/picture.h"

namespace regard::draw {

struct Bars {
  std::string name = {};            ///< for the legend; empty: not in it
  std::vector<double> values = {};  ///< one for each group; NaN: no bar
  /// Ends of an interval about each value, drawn over its bar; NaN: none. Empty: none at all.
  std::vector<double> low = {};
  std::vector<double> high = {};
};

/// Groups of bars that stand on 0.
struct BarChart {
  std::string title = {};
  std::string x_title = {};
  std::vector<std::string> groups = {};
  Axis y = {};
  std::vector<Bars> bars = {};
  bool show_values = true;       ///< above each bar, where there is room
  bool values_on_hover = false;  ///< each bar says its group, name, value and interval
  double width = kWidth;
  double height = 320;
};

/// Throws std::invalid_argument where there is not one value, or end of an interval, for each
/// group.
Picture draw(const BarChart& chart);

}  // namespace regard::draw
