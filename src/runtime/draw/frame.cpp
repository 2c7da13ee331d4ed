#include "draw/frame.h"

#include <algorithm>
#include <array>

#include "draw/colours.h"
#include "regard/base/str.h"

namespace regard::draw {
namespace {

constexpr double kMargin = 10;
constexpr double kTitleSize = 14;
constexpr double kLineHeight = 18;
constexpr double kSwatch = 24;
constexpr double kTickLength = 4;

void draw_swatch(Picture& picture, Point left, const LegendEntry& entry) {
  const Point right{left.x + kSwatch, left.y};
  if (entry.bar) {
    picture.rectangle({left.x + 4, left.y - 6, kSwatch - 8, 12}, mark_style(entry.colour));
  }
  if (entry.line) picture.line(left, right, line_style(entry.colour, entry.dash));
  if (entry.points) draw_marker(picture, {(left.x + right.x) / 2, left.y}, entry.colour);
}

}  // namespace

std::string value_in_words(double value, const Range& interval) {
  if (!interval.is_finite()) return label(value);
  return str(label(value), " (", label(interval.low), " to ", label(interval.high), ")");
}

std::string line_style(size_t colour, Dash dash) {
  return line_style(colour) + (dash == Dash::dashed   ? " dashed"
                               : dash == Dash::dotted ? " dotted"
                                                      : "");
}

double draw_heading(Picture& picture, const std::string& title,
                    const std::vector<LegendEntry>& legend) {
  double y = 6;
  for (const auto& line : wrap(title, picture.width() - 2 * kMargin, kTitleSize)) {
    y += kLineHeight;
    picture.text({picture.width() / 2, y - 4}, line,
                 {.size = kTitleSize, .anchor = Anchor::middle, .bold = true});
  }
  double x = picture.width();  // past the right edge, so that the first entry starts a line
  for (const auto& entry : legend) {
    if (entry.name.empty()) continue;
    const double width = kSwatch + 6 + text_width(entry.name) + 14;
    if (x + width > picture.width() - kMargin + 14) {
      x = kMargin + 8;
      y += kLineHeight;
    }
    draw_swatch(picture, {x, y - 5}, entry);
    picture.text({x + kSwatch + 6, y - 1}, entry.name);
    x += width;
  }
  return y + 10;
}

Box plot_area(const Picture& picture, double top, const AxisScale& y, const std::string& y_title,
              const std::string& x_title) {
  double widest = 0;
  for (const double tick : y.ticks()) widest = std::max(widest, text_width(y.tick_label(tick)));
  const double left = kMargin + (y_title.empty() ? 0 : kLineHeight) + widest + kTickLength + 3;
  const double below = 20 + (x_title.empty() ? 6 : kLineHeight + 6);
  constexpr double right = 18;  // half the width of a label
  return {left, top, picture.width() - left - right, picture.height() - top - below};
}

void draw_y_axis(Picture& picture, const Box& plot, const AxisScale& y, const std::string& title) {
  for (const double tick : y.ticks()) {
    const double at = y(tick);
    picture.line({plot.x, at}, {plot.right(), at}, "grid");
    picture.text({plot.x - kTickLength - 2, at + 4}, y.tick_label(tick), {.anchor = Anchor::end});
  }
  picture.line({plot.x, plot.y}, {plot.x, plot.bottom()}, "axis");
  if (title.empty()) return;
  picture.text({kMargin + 8, plot.centre().y}, title, {.anchor = Anchor::middle, .angle = -90});
}

void draw_x_axis(Picture& picture, const Box& plot, const AxisScale& x, const std::string& title) {
  double end_of_last = -1e9;
  for (const double tick : x.ticks()) {
    const double at = x(tick);
    picture.line({at, plot.bottom()}, {at, plot.bottom() + kTickLength}, "axis");
    const std::string text = x.tick_label(tick);
    const double half = text_width(text) / 2;
    if (at - half < end_of_last) continue;  // the label would touch the previous label
    picture.text({at, plot.bottom() + 17}, text, {.anchor = Anchor::middle});
    end_of_last = at + half + 4;
  }
  picture.line({plot.x, plot.bottom()}, {plot.right(), plot.bottom()}, "axis");
  draw_x_title(picture, plot, title);
}

void draw_x_title(Picture& picture, const Box& plot, const std::string& title) {
  if (title.empty()) return;
  picture.text({plot.centre().x, plot.bottom() + 36}, title, {.anchor = Anchor::middle});
}

void draw_marker(Picture& picture, Point at, size_t colour) {
  constexpr double r = 4;
  const auto style = mark_style(colour);
  switch (colour % 4) {
    case 0:
      picture.circle(at, r - 0.5, style);
      break;
    case 1:
      picture.rectangle({at.x - r + 0.7, at.y - r + 0.7, 2 * r - 1.4, 2 * r - 1.4}, style);
      break;
    case 2:
      picture.polygon(
          std::array<Point, 3>{
              {{at.x, at.y - r}, {at.x + r, at.y + r - 1}, {at.x - r, at.y + r - 1}}},
          style);
      break;
    default:
      picture.polygon(
          std::array<Point, 4>{
              {{at.x, at.y - r}, {at.x + r, at.y}, {at.x, at.y + r}, {at.x - r, at.y}}},
          style);
  }
}

}  // namespace regard::draw
