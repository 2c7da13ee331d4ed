#include "regard/draw/bar_chart.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "frame.h"
#include "regard/draw/colours.h"

namespace regard::draw {
namespace {

constexpr int kTicks = 7;
constexpr double kRoom = 0.08;       // above the highest bar, for its value
constexpr double kGroupShare = 0.8;  // of a group's place that its bars fill

void check(const BarChart& chart) {
  for (const auto& bars : chart.bars) {
    if (bars.values.size() != chart.groups.size()) {
      throw std::invalid_argument("BarChart: bars '" + bars.name + "' have " +
                                  std::to_string(bars.values.size()) + " values for " +
                                  std::to_string(chart.groups.size()) + " groups");
    }
  }
}

}  // namespace

Picture draw(const BarChart& chart) {
  check(chart);
  double low = 0, high = 0;
  std::vector<LegendEntry> legend;
  for (size_t i = 0; i < chart.bars.size(); ++i) {
    legend.push_back({.name = chart.bars[i].name, .colour = i, .bar = true});
    for (const double value : chart.bars[i].values) {
      if (!std::isfinite(value)) continue;
      low = std::min(low, value);
      high = std::max(high, value);
    }
  }
  const double room = kRoom * (high - low);
  if (low < 0) low -= room;
  if (high > 0) high += room;

  Picture picture(chart.width, chart.height);
  const double top = draw_heading(picture, chart.title, legend);
  const AxisScale labels(chart.y, low, high, 1, 0, kTicks);
  const Box plot = plot_area(picture, top, labels, chart.y.title, chart.x_title);
  const AxisScale y(chart.y, low, high, plot.bottom(), plot.y, kTicks);
  draw_y_axis(picture, plot, y, chart.y.title);

  const double group_width = plot.width / static_cast<double>(chart.groups.size());
  const double bar_width = kGroupShare * group_width / static_cast<double>(chart.bars.size());
  const double zero = y.shows(0) ? y(0) : plot.bottom();
  for (size_t group = 0; group < chart.groups.size(); ++group) {
    const double centre = plot.x + (static_cast<double>(group) + 0.5) * group_width;
    picture.text({centre, plot.bottom() + 17}, chart.groups[group], {.anchor = Anchor::middle});
    for (size_t i = 0; i < chart.bars.size(); ++i) {
      const double value = chart.bars[i].values[group];
      if (!std::isfinite(value)) continue;
      const double left =
          centre - kGroupShare * group_width / 2 + bar_width * static_cast<double>(i);
      const double end = y(std::clamp(value, y.low(), y.high()));
      picture.rectangle({left + 1, std::min(end, zero), bar_width - 2, std::abs(zero - end)},
                        mark_style(i));
      const auto text = label(value);
      if (chart.show_values && text_width(text, kSmallText) <= bar_width + 6) {
        picture.text({left + bar_width / 2, value < 0 ? end + 13 : end - 4}, text,
                     {.size = kSmallText, .anchor = Anchor::middle});
      }
    }
  }
  picture.line({plot.x, zero}, {plot.right(), zero}, "axis");
  draw_x_title(picture, plot, chart.x_title);
  return picture;
}

}  // namespace regard::draw
