#pragma once
#include <optional>
#include <string>
#include <vector>

#include "draw/picture.h"

namespace regard::draw {

using Matrix = std::vector<std::vector<double>>;  ///< rows of equal length

/// Labels of rows or columns: one for each. Without labels, as many of the numbers first, first +
/// step, ... as there is room for.
struct Ruler {
  std::string title = {};
  std::vector<std::string> labels = {};
  double first = 0;
  double step = 1;
};

/// A single map. The first row is at the top; NaN is an empty cell.
struct Heatmap {
  std::string title = {};
  Matrix values = {};
  Ruler rows = {};
  Ruler columns = {};
};

/// Maps in rows of `grid_columns` that share a range of values and a color bar.
struct Heatmaps {
  std::string title = {};
  std::vector<Heatmap> maps = {};
  size_t grid_columns = 1;
  std::string value_title = {};    ///< title of the color bar: "attention weight"
  std::optional<double> min = {};  ///< default: from the values
  std::optional<double> max = {};
  bool show_values = false;          ///< show values in every cell that is large enough
  std::optional<int> decimals = {};  ///< decimals of the values; default: two significant digits
  /// Names of the values 0, 1, ..., shown in a legend that replaces the color bar, since there are
  /// no values between them. The range covers all of them.
  std::vector<std::string> categories = {};
  std::optional<double> map_height = {};  ///< height of the cells of a map; empty: cells are square
  double width = kWidth;
};

/// Throws std::invalid_argument if a map's rows differ in length or its labels do not match.
Picture draw(const Heatmaps& heatmaps);

}  // namespace regard::draw
