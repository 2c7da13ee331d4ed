#pragma once
#include <optional>
#include <string>
#include <vector>

#include "draw/axis.h"
#include "draw/picture.h"

namespace regard::draw {

enum class Dash { solid, dashed, dotted };

struct Series {
  std::string name = {};  ///< for the legend; empty: not in it
  std::vector<double> x = {};
  std::vector<double> y = {};  ///< NaN breaks the line
  bool line = true;
  bool points = false;
  Dash dash = Dash::solid;
  std::optional<size_t> colour = {};  ///< by default its index among the series
};

/// A vertical line, such as the end of the training data.
struct Rule {
  double x = 0;
  std::string label = {};
};

struct LineChart {
  std::string title = {};
  Axis x = {};
  Axis y = {};
  std::vector<Series> series = {};
  std::vector<Rule> rules = {};
  double width = kWidth;
  double height = 360;
  bool values_on_hover = false;  ///< each point, drawn or not, shows its series, x and y
};

/// Throws std::invalid_argument if a series has different numbers of x and y.
Picture draw(const LineChart& chart);

}  // namespace regard::draw
