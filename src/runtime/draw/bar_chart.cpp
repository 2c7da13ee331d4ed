#include "draw/charts.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "draw/colours.h"
#include "draw/frame.h"
#include "regard/base/str.h"

namespace regard::draw {
namespace {

constexpr int kTicks = 7;
constexpr double kRoomAbove = 0.08;  // share of the range above the highest bar, for its value
constexpr double kGroupShare = 0.8;  // share of a group's slot that its bars fill
constexpr double kWhisker = 4;       // half the width of an interval's end marks

void check_count(const BarChart& chart, const Bars& bars, const std::vector<double>& numbers,
                 const char* what) {
  if (numbers.size() == chart.groups.size()) return;
  throw std::invalid_argument(str("BarChart: bars '", bars.name, "' have ", numbers.size(), ' ',
                                  what, " for ", chart.groups.size(), " groups"));
}

void check(const BarChart& chart) {
  for (const auto& bars : chart.bars) {
    check_count(chart, bars, bars.values, "values");
    if (bars.low.empty() && bars.high.empty()) continue;
    check_count(chart, bars, bars.low, "ends of intervals");
    check_count(chart, bars, bars.high, "ends of intervals");
  }
}

// The interval of a bar; not finite if there is none.
Range interval_at(const Bars& bars, size_t group) {
  return bars.low.empty() ? Range() : Range{bars.low[group], bars.high[group]};
}

// The values that the y axis must include, besides 0.
Range range_of(const BarChart& chart) {
  Range range{0, 0};
  for (const auto& bars : chart.bars) {
    for (size_t group = 0; group < chart.groups.size(); ++group) {
      if (!std::isfinite(bars.values[group])) continue;
      const auto interval = interval_at(bars, group);
      range.include(bars.values[group]);
      if (!interval.is_finite()) continue;
      range.include(interval.low);
      range.include(interval.high);
    }
  }
  const double room = kRoomAbove * (range.high - range.low);
  return {range.low < 0 ? range.low - room : range.low,
          range.high > 0 ? range.high + room : range.high};
}

void draw_interval(Picture& picture, double middle, const Range& interval, const AxisScale& y) {
  const double low = y(std::clamp(interval.low, y.low(), y.high()));
  const double high = y(std::clamp(interval.high, y.low(), y.high()));
  picture.line({middle, low}, {middle, high}, "whisker");
  for (const double end : {low, high}) {
    picture.line({middle - kWhisker, end}, {middle + kWhisker, end}, "whisker");
  }
}

// A bar as text: "short, RNN: 21.3 (20.1 to 22.5)".
std::string bar_in_words(const BarChart& chart, const Bars& bars, size_t group) {
  return str(chart.groups[group], bars.name.empty() ? "" : ", ", bars.name, ": ",
             value_in_words(bars.values[group], interval_at(bars, group)));
}

}  // namespace

Picture draw(const BarChart& chart) {
  check(chart);
  const auto [low, high] = range_of(chart);
  std::vector<LegendEntry> legend;
  for (size_t i = 0; i < chart.bars.size(); ++i) {
    legend.push_back({.name = chart.bars[i].name, .colour = i, .bar = true});
  }

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
      const auto& bars = chart.bars[i];
      const double value = bars.values[group];
      if (!std::isfinite(value)) continue;
      const double left =
          centre - kGroupShare * group_width / 2 + bar_width * static_cast<double>(i);
      const double end = y(std::clamp(value, y.low(), y.high()));
      Picture bar(chart.width, chart.height);
      bar.rectangle({left + 1, std::min(end, zero), bar_width - 2, std::abs(zero - end)},
                    mark_style(i));
      double beyond = value;  // the number is drawn beyond this value
      if (const auto interval = interval_at(bars, group); interval.is_finite()) {
        draw_interval(bar, left + bar_width / 2, interval, y);
        beyond = value < 0 ? std::min(value, interval.low) : std::max(value, interval.high);
      }
      picture.add_with_value(bar, chart.values_on_hover ? bar_in_words(chart, bars, group) : "");
      const auto text = label(value);
      if (chart.show_values && text_width(text, kSmallText) <= bar_width + 6) {
        const double at = y(std::clamp(beyond, y.low(), y.high()));
        picture.text({left + bar_width / 2, value < 0 ? at + 13 : at - 4}, text,
                     {.size = kSmallText, .anchor = Anchor::middle});
      }
    }
  }
  picture.line({plot.x, zero}, {plot.right(), zero}, "axis");
  draw_x_title(picture, plot, chart.x_title);
  return picture;
}

namespace {

constexpr int kIntervalTicks = 7;
constexpr double kNameGap = 10;
constexpr double kLineOfRow = 24;
constexpr double kRoomBeside = 0.04;  // margin on both sides of the data, as a share of the range
constexpr double kEndHeight = 4;      // half the height of an interval's end marks
constexpr double kRoomBelow = 44;     // height below the plot for labels and title

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

/// Adds a margin on both sides of the data, measured on the scale of the axis.
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

  Picture heading(chart.width, 0);  // only to determine its height
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
