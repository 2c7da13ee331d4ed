#include "draw/diagram.h"

#include <array>
#include <cmath>
#include <string>

#include "regard/base/str.h"

namespace regard::draw {

void text_box(Picture& picture, const Box& box, std::string_view text, std::string_view style,
              double size) {
  picture.rectangle(box, style, 4);
  const auto lines = wrap(std::string(text), box.width - 8, size);
  const double line_height = size * 1.25;
  double y =
      box.centre().y - line_height * (static_cast<double>(lines.size()) - 1) / 2 + size * 0.35;
  for (const auto& line : lines) {
    picture.text({box.centre().x, y}, line, {.size = size, .anchor = Anchor::middle});
    y += line_height;
  }
}

void arrow(Picture& picture, Point from, Point to, std::string_view style) {
  constexpr double length = 9, half_width = 4;
  const double dx = to.x - from.x, dy = to.y - from.y;
  const double distance = std::hypot(dx, dy);
  if (distance == 0) return;
  const Point unit{dx / distance, dy / distance};
  const Point base{to.x - length * unit.x, to.y - length * unit.y};
  picture.line(from, base, style);
  const std::array<Point, 3> head = {
      {to,
       {base.x - half_width * unit.y, base.y + half_width * unit.x},
       {base.x + half_width * unit.y, base.y - half_width * unit.x}}};
  // "line s0 dashed" has a head of "mark s0".
  std::string head_style = "axis-head";
  if (const auto series = style.find(" s"); series != std::string_view::npos) {
    head_style = str("mark", style.substr(series, 3));
  }
  picture.polygon(head, head_style);
}

}  // namespace regard::draw
