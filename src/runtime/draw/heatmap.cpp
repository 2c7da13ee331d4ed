#include "draw/heatmap.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/readable.h"
#include "draw/colours.h"
#include "draw/frame.h"
#include "regard/base/str.h"

namespace regard::draw {
namespace {

constexpr double kOuterMargin = 10;
constexpr double kLabelHeight = 16;
constexpr double kGap = 14;          // between maps
constexpr double kBarWidth = 14;     // width of the color bar
constexpr double kLargestCell = 48;  // largest side of a square cell
constexpr double kLabelGap = 4;
constexpr double kHighestBar = 240;  // maximum height of the color bar

struct Limits {
  double low;
  double high;
  double part(double value) const { return high > low ? (value - low) / (high - low) : 0.5; }
};

void check(const Heatmap& map) {
  if (map.values.empty() || map.values.front().empty()) {
    throw std::invalid_argument("Heatmap: '" + map.title + "' has no values");
  }
  const auto check_labels = [&](const Ruler& ruler, size_t cells) {
    if (ruler.labels.empty() || ruler.labels.size() == cells) return;
    throw std::invalid_argument(str("Heatmap: '", map.title, "' has ", ruler.labels.size(),
                                    " labels for ", cells, " cells"));
  };
  for (const auto& row : map.values) {
    if (row.size() == map.values.front().size()) continue;
    throw std::invalid_argument("Heatmap: '" + map.title + "' has rows of different lengths");
  }
  check_labels(map.rows, map.values.size());
  check_labels(map.columns, map.values.front().size());
}

Limits limits_of(const Heatmaps& heatmaps) {
  if (!heatmaps.categories.empty()) {
    return {0, std::max(static_cast<double>(heatmaps.categories.size()) - 1, 1.0)};
  }
  Range range;
  for (const auto& map : heatmaps.maps) {
    for (const auto& row : map.values) {
      for (const double value : row) range.include(value);
    }
  }
  return {heatmaps.min.value_or(range.low), heatmaps.max.value_or(range.high)};
}

struct Label {
  double cell;  // center of the label, in cells from the beginning of the first cell
  std::string text;
};

// Labels, or numbers with enough space between them. `extent`: pixels for all cells; `room`: pixels
// for a number.
std::vector<Label> labels_of(const Ruler& ruler, size_t cells, double extent, double room) {
  std::vector<Label> labels;
  if (!ruler.labels.empty()) {
    for (size_t i = 0; i < cells; ++i) {
      labels.push_back({static_cast<double>(i) + 0.5, ruler.labels[i]});
    }
    return labels;
  }
  const double last = ruler.first + ruler.step * static_cast<double>(cells - 1);
  const Axis axis;
  const AxisScale scale(axis, ruler.first, last, 0.5, static_cast<double>(cells) - 0.5,
                        std::max(static_cast<int>(extent / room), 2));
  if (cells == 1) return {{0.5, label(ruler.first)}};
  for (const double tick : scale.ticks()) {
    // There are no cells between integers.
    if (ruler.step == 1 && tick != std::round(tick)) continue;
    labels.push_back({scale(tick), scale.tick_label(tick)});
  }
  return labels;
}

double widest(const std::vector<Label>& labels) {
  double width = 0;
  for (const auto& label : labels) width = std::max(width, text_width(label.text, kSmallText));
  return width;
}

// Width of a number below a column, with a gap to the next number.
double number_room(const Heatmap& map) {
  const auto columns = static_cast<double>(map.values.front().size());
  const double last = map.columns.first + map.columns.step * (columns - 1);
  return text_width(label(last), kSmallText) + 12;
}

// The layout of a map, the same for all maps so that they align.
struct Layout {
  double left = 0;      // width of row labels
  double below = 0;     // height of column labels
  double above = 0;     // height of a map's title
  double width = 0;     // width of the cells of a map
  double height = 0;    // height of the tallest map's cells
  bool turned = false;  // column labels are vertical

  double outer_width() const { return left + width; }
  double outer_height() const { return above + height + below; }
};

double cell_height(const Heatmaps& heatmaps, const Heatmap& map, double width) {
  const auto rows = static_cast<double>(map.values.size());
  const auto columns = static_cast<double>(map.values.front().size());
  return heatmaps.map_height ? *heatmaps.map_height / rows
                             : std::min(width / columns, kLargestCell);
}

double cell_width(const Heatmaps& heatmaps, const Heatmap& map, double width) {
  const double all = width / static_cast<double>(map.values.front().size());
  return heatmaps.map_height ? all : std::min(all, kLargestCell);
}

Layout layout_of(const Heatmaps& heatmaps, double available) {
  Layout layout;
  bool has_titles = false, has_row_titles = false, has_column_titles = false;
  for (const auto& map : heatmaps.maps) {
    has_titles |= !map.title.empty();
    has_row_titles |= !map.rows.title.empty();
    has_column_titles |= !map.columns.title.empty();
    const auto rows = labels_of(map.rows, map.values.size(), 100, kLabelHeight);
    layout.left = std::max(layout.left, widest(rows) + kLabelGap);
  }
  if (has_row_titles) layout.left += kLabelHeight + kLabelGap;
  const auto columns = static_cast<double>(heatmaps.grid_columns);
  layout.width = (available - (columns - 1) * kGap) / columns - layout.left;
  layout.above = has_titles ? kLabelHeight + 4 : 4;
  double label_height = kLabelHeight;
  for (const auto& map : heatmaps.maps) {
    layout.height = std::max(layout.height, cell_height(heatmaps, map, layout.width) *
                                                static_cast<double>(map.values.size()));
    if (map.columns.labels.empty()) continue;
    const auto labels = labels_of(map.columns, map.values.front().size(), 0, 1);
    if (widest(labels) > cell_width(heatmaps, map, layout.width) - 2) {
      layout.turned = true;
      label_height = std::max(label_height, widest(labels) + 2 * kLabelGap);
    }
  }
  layout.below = label_height + (has_column_titles ? kLabelHeight + 4 : 4);
  return layout;
}

void draw_map(Picture& picture, Point at, const Heatmaps& heatmaps, const Heatmap& map,
              const Layout& layout, const Limits& limits) {
  const size_t row_count = map.values.size(), column_count = map.values.front().size();
  const double width = cell_width(heatmaps, map, layout.width);
  const double height = cell_height(heatmaps, map, layout.width);
  const Box area{at.x + layout.left, at.y + layout.above, width * static_cast<double>(column_count),
                 height * static_cast<double>(row_count)};
  picture.text({area.centre().x, area.y - 6}, map.title, {.anchor = Anchor::middle});
  const bool room_for_values = width >= 7 * heatmaps.decimals.value_or(1) + 19 && height >= 14;
  for (size_t row = 0; row < row_count; ++row) {
    for (size_t column = 0; column < column_count; ++column) {
      const double value = map.values[row][column];
      if (std::isnan(value)) continue;
      const Box cell{area.x + width * static_cast<double>(column),
                     area.y + height * static_cast<double>(row), width, height};
      const auto colour = colour_of(limits.part(value));
      picture.cell(cell, colour);
      if (!heatmaps.show_values || !room_for_values) continue;
      picture.text_on({cell.centre().x, cell.centre().y + 4},
                      heatmaps.decimals ? fixed(value, *heatmaps.decimals) : label(value, 2),
                      colour);
    }
  }
  picture.rectangle(area, "axis");

  const auto rows = labels_of(map.rows, row_count, area.height, 1.5 * kLabelHeight);
  for (const auto& row : rows) {
    picture.text({area.x - kLabelGap, area.y + height * row.cell + 4}, row.text,
                 {.size = kSmallText, .anchor = Anchor::end});
  }
  for (const auto& column : labels_of(map.columns, column_count, area.width, number_room(map))) {
    const double x = area.x + width * column.cell;
    if (layout.turned && !map.columns.labels.empty()) {
      picture.text({x + 4, area.bottom() + kLabelGap}, column.text,
                   {.size = kSmallText, .anchor = Anchor::end, .angle = -90});
    } else {
      picture.text({x, area.bottom() + 13}, column.text,
                   {.size = kSmallText, .anchor = Anchor::middle});
    }
  }
  const double beside_labels = area.x - widest(rows) - 2 * kLabelGap;
  picture.text({beside_labels - 2, area.centre().y}, map.rows.title,
               {.anchor = Anchor::middle, .angle = -90});
  picture.text({area.centre().x, area.bottom() + layout.below - 6}, map.columns.title,
               {.anchor = Anchor::middle});
}

// Draws the color bar. `title_x`: center of the title, which runs upwards.
void draw_colour_bar(Picture& picture, const Box& bar, const Limits& limits,
                     const std::string& title, double title_x) {
  constexpr int steps = 64;
  for (int step = 0; step < steps; ++step) {
    const double y = bar.bottom() - bar.height * (step + 1) / steps;
    picture.cell({bar.x, y, bar.width, bar.height / steps + 0.5}, colour_of((step + 0.5) / steps));
  }
  picture.rectangle(bar, "axis");
  const int most_ticks = std::clamp(static_cast<int>(bar.height / 24), 2, 6);
  const AxisScale scale(Axis{}, limits.low, limits.high, bar.bottom(), bar.y, most_ticks);
  for (const double tick : scale.ticks()) {
    picture.line({bar.right(), scale(tick)}, {bar.right() + 3, scale(tick)}, "axis");
    picture.text({bar.right() + 6, scale(tick) + 4}, scale.tick_label(tick), {.size = kSmallText});
  }
  picture.text({title_x, bar.centre().y}, title, {.anchor = Anchor::middle, .angle = -90});
}

double colour_bar_width(const Limits& limits, const std::string& title) {
  const AxisScale scale(Axis{}, limits.low, limits.high, 1, 0, 6);
  double width = 0;
  for (const double tick : scale.ticks()) {
    width = std::max(width, text_width(scale.tick_label(tick), kSmallText));
  }
  return kGap + kBarWidth + 6 + width + (title.empty() ? 0 : kLabelHeight + 4);
}

// A square and a name for each category, on one line; `y` is its center.
void draw_categories(Picture& picture, double y, const Heatmaps& heatmaps, const Limits& limits) {
  constexpr double kSquare = 12;
  double width = 0;
  for (const auto& name : heatmaps.categories) width += kSquare + 6 + text_width(name) + 14;
  double x = (picture.width() - width) / 2;
  for (size_t value = 0; value < heatmaps.categories.size(); ++value) {
    const auto& name = heatmaps.categories[value];
    const Box square{x, y - kSquare / 2, kSquare, kSquare};
    picture.cell(square, colour_of(limits.part(static_cast<double>(value))));
    picture.rectangle(square, "axis");
    picture.text({x + kSquare + 6, y + 4}, name);
    x += kSquare + 6 + text_width(name) + 14;
  }
}

}  // namespace

Picture draw(const Heatmaps& heatmaps) {
  for (const auto& map : heatmaps.maps) check(map);
  const auto limits = limits_of(heatmaps);
  const bool has_bar = heatmaps.categories.empty();
  const double bar_width = has_bar ? colour_bar_width(limits, heatmaps.value_title) : 0;
  const auto layout = layout_of(heatmaps, heatmaps.width - 2 * kOuterMargin - bar_width);

  Picture heading(heatmaps.width, 0);
  const double below_title = draw_heading(heading, heatmaps.title, {});
  const double top = below_title + (has_bar ? 0 : 22);
  const size_t grid_rows =
      (heatmaps.maps.size() + heatmaps.grid_columns - 1) / heatmaps.grid_columns;
  const double maps_height = static_cast<double>(grid_rows) * (layout.outer_height() + kGap) - kGap;
  Picture picture(heatmaps.width, top + maps_height + kOuterMargin);
  picture.add(heading, {0, 0});

  Picture grid(heatmaps.width, picture.height());
  double right = 0;  // right end of the maps, since square cells may not fill the width
  for (size_t i = 0; i < heatmaps.maps.size(); ++i) {
    const auto column = static_cast<double>(i % heatmaps.grid_columns);
    const size_t full_rows = i / heatmaps.grid_columns;
    const auto row = static_cast<double>(full_rows);
    const Point at{kOuterMargin + column * (layout.outer_width() + kGap),
                   top + row * (layout.outer_height() + kGap)};
    const auto& map = heatmaps.maps[i];
    draw_map(grid, at, heatmaps, map, layout, limits);
    const double left = at.x + layout.left;
    const double width =
        cell_width(heatmaps, map, layout.width) * static_cast<double>(map.values.front().size());
    right = std::max({right, left + width, left + (width + text_width(map.title)) / 2});
  }
  const double bar_top = top + layout.above;
  const double bar_height = std::min(maps_height - layout.above - layout.below, kHighestBar);
  if (has_bar)
    draw_colour_bar(grid, {right + kGap, bar_top, kBarWidth, bar_height}, limits,
                    heatmaps.value_title, right + bar_width + 2);
  const double room_left = std::max(heatmaps.width - kOuterMargin - bar_width - right, 0.0);
  picture.add(grid, {room_left / 2, 0});
  if (!has_bar) draw_categories(picture, below_title + 6, heatmaps, limits);
  return picture;
}

}  // namespace regard::draw
