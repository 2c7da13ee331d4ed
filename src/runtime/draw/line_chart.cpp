#include "draw/charts.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "draw/colours.h"
#include "draw/frame.h"
#include "regard/base/str.h"

namespace regard::draw {
namespace {

constexpr int kTicksX = 8;
constexpr int kTicksY = 7;
constexpr double kReach = 9;          // pointer distance that still selects a point
constexpr double kRoomAround = 0.04;  // margin above and below the data, as a share of the range

void include(Range& range, const std::vector<double>& values, Scale scale) {
  for (const double value : values) {
    if (scale == Scale::linear || value > 0) range.include(value);
  }
}

void widen(Range& range, double part, Scale scale) {
  if (!(range.high > range.low)) return;
  if (scale == Scale::log) {
    const double factor = std::pow(range.high / range.low, part);
    range = {range.low / factor, range.high * factor};
  } else {
    const double room = part * (range.high - range.low);
    range = {range.low - room, range.high + room};
  }
}

size_t colour_at(const LineChart& chart, size_t index) {
  return chart.series[index].colour.value_or(index);
}

std::vector<LegendEntry> legend_of(const LineChart& chart) {
  std::vector<LegendEntry> legend;
  for (size_t i = 0; i < chart.series.size(); ++i) {
    const auto& series = chart.series[i];
    legend.push_back({.name = series.name,
                      .colour = colour_at(chart, i),
                      .line = series.line,
                      .points = series.points,
                      .dash = series.dash});
  }
  return legend;
}

// A point as text: "Transformer: 34.1 at 2000".
std::string point_in_words(const Series& series, size_t point, const AxisScale& x) {
  return str(series.name, series.name.empty() ? "" : ": ", label(series.y[point]), " at ",
             x.tick_label(series.x[point]));
}

// Runs of values that both axes can draw. The limits clip a line but do not interrupt it.
std::vector<std::vector<Point>> runs(const Series& series, const AxisScale& x, const AxisScale& y) {
  std::vector<std::vector<Point>> found(1);
  for (size_t i = 0; i < series.x.size(); ++i) {
    const Point point{x(series.x[i]), y(series.y[i])};
    if (std::isfinite(point.x) && std::isfinite(point.y)) {
      found.back().push_back(point);
    } else if (!found.back().empty()) {
      found.emplace_back();
    }
  }
  return found;
}

void draw_rules(Picture& picture, const Box& plot, const AxisScale& x,
                const std::vector<Rule>& rules) {
  for (const auto& rule : rules) {
    const double at = x(rule.x);
    picture.line({at, plot.y}, {at, plot.bottom()}, "axis dashed");
    const bool fits_right = at + 5 + text_width(rule.label, kSmallText) < plot.right();
    picture.text(
        {at + (fits_right ? 5 : -5), plot.y + 11}, rule.label,
        {.size = kSmallText, .anchor = fits_right ? Anchor::start : Anchor::end, .style = "muted"});
  }
}

}  // namespace

Picture draw(const LineChart& chart) {
  Range x_range, y_range;
  bool has_points = false;
  for (const auto& series : chart.series) {
    if (series.x.size() != series.y.size()) {
      throw std::invalid_argument("LineChart: series '" + series.name + "' has " +
                                  std::to_string(series.x.size()) + " x and " +
                                  std::to_string(series.y.size()) + " y");
    }
    include(x_range, series.x, chart.x.scale);
    include(y_range, series.y, chart.y.scale);
    has_points |= series.points;
  }
  widen(y_range, kRoomAround, chart.y.scale);
  if (has_points) widen(x_range, kRoomAround / 2, chart.x.scale);

  Picture picture(chart.width, chart.height);
  const double top = draw_heading(picture, chart.title, legend_of(chart));
  const AxisScale labels(chart.y, y_range.low, y_range.high, 1, 0, kTicksY);
  const Box plot = plot_area(picture, top, labels, chart.y.title, chart.x.title);
  const AxisScale x(chart.x, x_range.low, x_range.high, plot.x, plot.right(), kTicksX);
  const AxisScale y(chart.y, y_range.low, y_range.high, plot.bottom(), plot.y, kTicksY);
  draw_y_axis(picture, plot, y, chart.y.title);
  draw_x_axis(picture, plot, x, chart.x.title);
  draw_rules(picture, plot, x, chart.rules);

  Picture lines(chart.width, chart.height);
  for (size_t i = 0; i < chart.series.size(); ++i) {
    if (!chart.series[i].line) continue;
    for (const auto& run : runs(chart.series[i], x, y)) {
      if (run.size() > 1) {
        lines.polyline(run, line_style(colour_at(chart, i), chart.series[i].dash));
      }
    }
  }
  picture.add_clipped(lines, plot);
  for (size_t i = 0; i < chart.series.size(); ++i) {
    const auto& series = chart.series[i];
    for (size_t k = 0; k < series.x.size(); ++k) {
      if (!x.shows(series.x[k]) || !y.shows(series.y[k])) continue;
      const Point at{x(series.x[k]), y(series.y[k])};
      Picture point(chart.width, chart.height);
      if (series.points) draw_marker(point, at, colour_at(chart, i));
      if (chart.values_on_hover) point.circle(at, kReach, "hit");
      picture.add_with_value(point, chart.values_on_hover ? point_in_words(series, k, x) : "");
    }
  }
  return picture;
}

}  // namespace regard::draw
