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
  std::vector<Row> rows = {};  ///< rows from the top
  double width = kWidth;
  bool values_on_hover = false;  ///< each row shows its name, value and interval
};

/// The picture is as high as the chart's rows need.
Picture draw(const IntervalChart& chart);

struct TerminalSize {
  int columns = 100;  ///< width of the whole chart, labels included
  int rows = 16;      ///< height of the area between the axes
  bool colour = false;
};

/// The chart as lines of text, drawn with braille patterns, two by four dots per character. A
/// letter ends each of several series and identifies it in the legend, so the chart is readable
/// without colours.
std::string terminal_text(const LineChart& chart, const TerminalSize& size = {});

/// Weights from 0 to 1 between two lists of words.
struct TerminalMap {
  std::vector<std::string> rows;
  std::vector<std::string> columns;
  std::vector<std::vector<float>> weights = {};  ///< a list for each row
};

/// The map as lines of text: the words of the columns from top to bottom above it, and for each
/// weight a block that is the fuller the larger it is. Columns that do not fit into `width`
/// characters are left out, and "…" stands for them.
std::string terminal_text(const TerminalMap& map, size_t width);

}  // namespace regard::draw
