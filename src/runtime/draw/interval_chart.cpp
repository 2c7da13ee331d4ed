#include "draw/interval_chart.h"

#include <algorithm>
#include <cmath>

#include "draw/frame.h"
#include "regard/base/str.h"

namespace regard::draw {
namespace {

constexpr int kIntervalTicks = 7;
constexpr double kNameGap = 10;
constexpr double kLineOfRow = 24;
constexpr double kRoomBeside = 0.04;  // of the range, left and right of the data
constexpr double kEndHeight = 4;      // half of the height of an interval's ends
constexpr double kRoomBelow = 44;     // of the plot: labels and title

std::string row_in_words(const IntervalChart::Row& row) {
  return str(row.name, ": ", value_in_words(row.value, {row.low, row.high}));
}

void draw_row(Picture& picture, const IntervalChart::Row& row, double y, const AxisScale& x) {
  const auto place = [&](double value) { return x(std::clamp(value, x.low(), x.high())); };
  if (std::isfinite(row.low) && std::isfinite(row.high)) {
    picture.line({place(row.low), y}, {place(row.high), y}, "whisker");
    for (const double end : {place(row.low), place(row.high)}) {
      picture.line({end, y - kEndHeight}, {end, y + kEndHeight}, "whisker");
    }
  }
  draw_marker(picture, {place(row.value), y}, row.colour);
}

/// A little more than the data on either side, by the distances that the axis shows.
Range with_room(const Range& range, Scale scale) {
  if (scale == Scale::linear) {
    const double room = kRoomBeside * (range.high - range.low);
    return {range.low - room, range.high + room};
  }
  const double factor = std::pow(range.high / range.low, kRoomBeside);
  return {range.low / factor, range.high * factor};
}

}  // namespace

Picture draw(const IntervalChart& chart) {
  Range range;
  double names = 0;
  for (const auto& row : chart.rows) {
    for (const double value : {row.value, row.low, row.high}) range.include(value);
    names = std::max(names, text_width(row.name));
  }
  const auto [low, high] = with_room(range, chart.x.scale);

  Picture heading(chart.width, 0);  // only to know where it ends
  const double top = draw_heading(heading, chart.title, {});
  const Box plot{2 * kNameGap + names, top, chart.width - names - 4 * kNameGap,
                 kLineOfRow * static_cast<double>(chart.rows.size())};
  Picture picture(chart.width, plot.bottom() + kRoomBelow);
  draw_heading(picture, chart.title, {});
  const AxisScale x(chart.x, low, high, plot.x, plot.right(), kIntervalTicks);
  for (const double tick : x.ticks()) {
    picture.line({x(tick), plot.y}, {x(tick), plot.bottom()}, "grid");
  }
  draw_x_axis(picture, plot, x, chart.x.title);
  for (std::size_t i = 0; i < chart.rows.size(); ++i) {
    const auto& row = chart.rows[i];
    const double y = plot.y + kLineOfRow * (static_cast<double>(i) + 0.5);
    picture.text({plot.x - kNameGap, y + 4}, row.name, {.anchor = Anchor::end});
    if (!std::isfinite(row.value)) continue;
    Picture drawn(picture.width(), picture.height());
    drawn.rectangle({plot.x, y - kLineOfRow / 2, plot.width, kLineOfRow}, "hit");
    draw_row(drawn, row, y, x);
    picture.add_with_value(drawn, chart.values_on_hover ? row_in_words(row) : "");
  }
  return picture;
}

}  // namespace regard::draw
