#pragma once
#include <string>
#include <vector>

#include "draw/axis.h"
#include "draw/picture.h"

namespace regard::draw {

/// A value and an interval around it, one per line after its name: easier to compare than many
/// bars.
struct IntervalChart {
  struct Row {
    std::string name = {};
    double value = 0;  ///< NaN: the line stays empty
    double low = 0;    ///< ends of the interval; NaN: none
    double high = 0;
    std::size_t colour = 0;
  };

  std::string title = {};
  Axis x = {};
  std::vector<Row> rows = {};  ///< from the top
  double width = kWidth;
  bool values_on_hover = false;  ///< each row shows its name, value and interval
};

/// As high as its rows need.
Picture draw(const IntervalChart& chart);

}  // namespace regard::draw
