#pragma once
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "draw/axis.h"
#include "draw/charts.h"
#include "draw/picture.h"

namespace regard::draw {

// The common parts of charts with axes.

/// The range of some numbers.
struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  void include(double value) {
    if (!std::isfinite(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  bool is_finite() const { return std::isfinite(low) && std::isfinite(high); }
};

/// The text "21.3 (20.1 to 22.5)", or "21.3" if the interval is not finite.
std::string value_in_words(double value, const Range& interval);

struct LegendEntry {
  std::string name;
  size_t colour = 0;
  bool line = false;
  bool points = false;
  bool bar = false;
  Dash dash = Dash::solid;
};

/// The CSS classes of a line: "line s1 dashed".
std::string line_style(size_t colour, Dash dash);

/// Draws the title and legend at the top; returns the y at which they end. Entries without a name
/// are omitted.
double draw_heading(Picture& picture, const std::string& title,
                    const std::vector<LegendEntry>& legend);

/// The area of the plot below `top`, with room for the labels and titles of both axes. `y` is only
/// needed for its labels.
Box plot_area(const Picture& picture, double top, const AxisScale& y, const std::string& y_title,
              const std::string& x_title);

/// Draws labels, grid lines and title to the left of the plot.
void draw_y_axis(Picture& picture, const Box& plot, const AxisScale& y, const std::string& title);

/// Draws labels, grid lines and title below the plot.
void draw_x_axis(Picture& picture, const Box& plot, const AxisScale& x, const std::string& title);

/// Draws the title of an x axis with single-line labels.
void draw_x_title(Picture& picture, const Box& plot, const std::string& title);

/// Draws a point of a series: a circle, square, triangle or diamond depending on its color, so that
/// series are distinguishable without color.
void draw_marker(Picture& picture, Point at, size_t colour);

}  // namespace regard::draw
