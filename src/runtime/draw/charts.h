#pragma once
#include <optional>
#include <string>
#include <vector>

#include "draw/axis.h"
#include "draw/picture.h"

namespace regard::draw {

enum class Dash { solid, dashed, dotted };

struct Series {
  std::string name = {};  ///< name in the legend; empty: not listed
  std::vector<double> x = {};
  std::vector<double> y = {};  ///< NaN breaks the line
  bool line = true;
  bool points = false;
  Dash dash = Dash::solid;
  std::optional<size_t> colour = {};  ///< default: the index of the series
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
  bool values_on_hover = false;  ///< hovering over a point, drawn or not, shows its series, x and y
};

/// Throws std::invalid_argument if x and y of a series differ in length.
Picture draw(const LineChart& chart);

struct Bars {
  std::string name = {};            ///< name in the legend; empty: not listed
  std::vector<double> values = {};  ///< one value per group; NaN: no bar
  /// Limits of an interval around each value, drawn over its bar; NaN: none. Empty: no intervals.
  std::vector<double> low = {};
  std::vector<double> high = {};
};

/// Groups of bars that start at 0.
struct BarChart {
  std::string title = {};
  std::string x_title = {};
  std::vector<std::string> groups = {};
  Axis y = {};
  std::vector<Bars> bars = {};
  bool show_values = true;       ///< above each bar, if there is room
  bool values_on_hover = false;  ///< hovering over a bar shows its group, name, value and interval
  double width = kWidth;
  double height = 320;
};

/// Throws std::invalid_argument unless there is one value and, with intervals, one limit of each
/// kind per group.
Picture draw(const BarChart& chart);

/// Values with intervals, one per line after its name: easier to compare than many bars.
struct IntervalChart {
  struct Row {
    std::string name = {};
    double value = 0;  ///< NaN: an empty line
    double low = 0;    ///< limits of the interval; NaN: none
    double high = 0;
    std::size_t colour = 0;
  };

  std::string title = {};
  Axis x = {};
  std::vector<Row> rows = {};  ///< from top to bottom
  double width = kWidth;
  bool values_on_hover = false;  ///< hovering over a row shows its name, value and interval
};

/// The picture's height follows from the number of rows.
Picture draw(const IntervalChart& chart);

struct TerminalSize {
  int columns = 100;  ///< width of the whole chart, labels included
  int rows = 16;      ///< height of the area between the axes
  bool colour = false;
};

/// The chart as text, drawn with braille patterns of two by four dots per character. If there are
/// several series, a letter ends each series and identifies it in the legend, so the chart is
/// readable without color.
std::string terminal_text(const LineChart& chart, const TerminalSize& size = {});

/// Weights from 0 to 1 between two lists of words.
struct TerminalMap {
  std::vector<std::string> rows;
  std::vector<std::string> columns;
  std::vector<std::vector<float>> weights = {};  ///< one list of weights for each row
};

/// The map as text: column words from top to bottom above it, and a block for each weight, fuller
/// for larger weights. Columns that exceed `width` characters are left out, marked by "…".
std::string terminal_text(const TerminalMap& map, size_t width);

}  // namespace regard::draw
