#pragma once
#include <optional>
#include <string>
#include <vector>

#include "draw/picture.h"

namespace regard::draw {

using Matrix = std::vector<std::vector<double>>;  ///< rows of equal length

/// Labels of the rows or columns: one each or, without labels, the numbers first, first + step, ...
/// as many as fit.
struct Ruler {
  std::string title = {};
  std::vector<std::string> labels = {};
  double first = 0;
  double step = 1;
};

/// One map. The first row is at the top; NaN is an empty cell.
struct Heatmap {
  std::string title = {};
  Matrix values = {};
  Ruler rows = {};
  Ruler columns = {};
};

/// Maps in rows of `grid_columns` that share one range of values and one colour bar.
struct Heatmaps {
  std::string title = {};
  std::vector<Heatmap> maps = {};
  size_t grid_columns = 1;
  std::string value_title = {};    ///< title of the color bar: "attention weight"
  std::optional<double> min = {};  ///< by default from the values
  std::optional<double> max = {};
  bool show_values = false;          ///< in each cell that is large enough
  std::optional<int> decimals = {};  ///< decimals of the values shown; by default two digits
  /// What the values 0, 1, ... mean: a legend of them stands in place of the colour bar, since
  /// nothing lies between. The range is from the first to the last.
  std::vector<std::string> categories = {};
  std::optional<double> map_height = {};  ///< height of one map's cells; none: cells are square
  double width = kWidth;
};

/// Throws std::invalid_argument if the rows of a map or its labels do not match.
Picture draw(const Heatmaps& heatmaps);

}  // namespace regard::draw
