#include "diagrams/sketch.h"

#include <algorithm>

#include "base/readable.h"
#include "draw/page.h"
#include "draw/phrases.h"
#include "regard/base/str.h"

namespace regard::diagrams {
namespace {

using draw::Anchor;
using draw::Point;

constexpr double kLineHeight = 14;
constexpr double kPadding = 7;
constexpr double kMargin = 12;
constexpr double kSignRadius = 9;
constexpr double kLabelGap = 4;  // from the label of a frame to its edge

struct Line {
  std::string text;
  draw::TextOptions options;
};

std::string count_and_header(const Part& part) {
  const std::string count = part.parameters > 0 ? parameter_count(part.parameters) : std::string();
  return count + (count.empty() || part.header.empty() ? "" : " · ") + part.header;
}

std::vector<Line> lines_of(const Part& part, double width) {
  std::vector<Line> lines;
  const auto add = [&](const std::string& text, const draw::TextOptions& options) {
    for (const auto& line : draw::wrap(text, width - 2 * kPadding, options.size)) {
      lines.push_back({line, options});
    }
  };
  add(part.title, {.anchor = Anchor::middle, .bold = true});
  add(part.equation, {.size = draw::kSmallText, .anchor = Anchor::middle});
  add(part.shape, {.size = draw::kSmallText, .anchor = Anchor::middle, .style = "muted"});
  add(count_and_header(part),
      {.size = draw::kSmallText, .anchor = Anchor::middle, .style = "muted"});
  return lines;
}

Point turned(Point point, double height) { return {point.x, height - point.y}; }

}  // namespace

std::string parameter_count(int64_t parameters) {
  return str(grouped(parameters), parameters == 1 ? " parameter" : " parameters");
}

Placed Sketch::box(const Part& part, Point at, double width) {
  const auto lines = lines_of(part, width);
  const double box_height = kLineHeight * static_cast<double>(lines.size()) + 2 * kPadding - 2;
  const Placed placed{at.x - width / 2, at.x + width / 2, at.y, at.y + box_height};
  boxes_.emplace_back([=, links = links_](draw::Picture& picture, double height) {
    draw::Picture box(picture.width(), picture.height());
    const draw::Box area{placed.left, height - placed.top, width, placed.top - placed.bottom};
    box.rectangle(area, "paper", 5);  // lines end at its edge
    box.rectangle(area, part.style, 5);
    double y = height - placed.top + kPadding + 10;
    for (const auto& [text, options] : lines) {
      box.text({at.x, y}, text, options);
      y += kLineHeight;
    }
    picture.add_link(box, links && !part.path.empty() ? "#" + part.path : "");
  });
  grow(placed.bottom, placed.top);
  return placed;
}

Placed Sketch::sign(const std::string& sign, Point at) {
  boxes_.emplace_back([=](draw::Picture& picture, double height) {
    const auto centre = turned(at, height);
    picture.circle(centre, kSignRadius, "paper");
    picture.circle(centre, kSignRadius, "box");
    picture.text({centre.x, centre.y + 4}, sign, {.anchor = Anchor::middle, .bold = true});
  });
  grow(at.y - kSignRadius, at.y + kSignRadius);
  return {at.x - kSignRadius, at.x + kSignRadius, at.y - kSignRadius, at.y + kSignRadius};
}

void Sketch::text(Point at, const std::string& text, const draw::TextOptions& options) {
  boxes_.emplace_back([=](draw::Picture& picture, double height) {
    picture.text(turned(at, height), text, options);
  });
  grow(at.y - 4, at.y + 12);
}

void Sketch::line(const std::vector<Point>& through, const std::string& line) {
  lines_.emplace_back([=](draw::Picture& picture, double height) {
    for (size_t i = 1; i < through.size(); ++i) {
      picture.line(turned(through[i - 1], height), turned(through[i], height), line);
    }
  });
  for (const auto& point : through) grow(point.y, point.y);
}

void Sketch::arrow(const std::vector<Point>& through, const std::string& line) {
  this->line({through.begin(), through.end() - 1}, line);
  lines_.emplace_back([=, from = through[through.size() - 2], to = through.back()](
                          draw::Picture& picture, double height) {
    draw::arrow(picture, turned(from, height), turned(to, height), line);
  });
  for (const auto& point : through) grow(point.y, point.y);
}

void Sketch::frame(const Placed& around, const std::string& label) {
  lines_.emplace_back([=](draw::Picture& picture, double height) {
    picture.rectangle(
        {around.left, height - around.top, around.right - around.left, around.top - around.bottom},
        "axis dashed", 8);
  });
  boxes_.emplace_back([=](draw::Picture& picture, double height) {
    const Point at{around.right - kLabelGap, height - around.top + 15};
    const double width = draw::text_width(label) + 4;
    picture.rectangle({at.x - width + 2, at.y - 11, width, 14}, "paper");  // interrupts lines
    picture.text(at, label, {.anchor = Anchor::end, .bold = true});
  });
  grow(around.bottom, around.top);
}

draw::Picture Sketch::picture(const std::string& subtitle) const {
  constexpr double kHeading = 50;
  const double height = top_ + kHeading + kMargin;
  draw::Picture picture(width_, height + kMargin - bottom_);
  picture.text({width_ / 2, 20}, title_, {.size = 14, .anchor = Anchor::middle, .bold = true});
  {
    const draw::DrawnIn as_it_is(nullptr);  // the name of a part is not translated: --part reads it
    picture.text({width_ / 2, 38}, subtitle, {.anchor = Anchor::middle, .style = "muted"});
  }
  for (const auto& item : lines_) item(picture, height);
  for (const auto& item : boxes_) item(picture, height);
  return picture;
}

void Column::connect(double to) {
  if (!empty_) sketch_.arrow({{middle_, top_}, {middle_, to}});
  empty_ = false;
}

Placed Column::add(const Part& part) {
  const double bottom = empty_ ? top_ : top_ + kGap;
  connect(bottom);
  const auto placed = sketch_.box(part, {middle_, bottom}, width_);
  top_ = placed.top;
  return placed;
}

Placed Column::add_sign(const std::string& sign) {
  const double bottom = empty_ ? top_ : top_ + kGap;
  connect(bottom);
  const auto placed = sketch_.sign(sign, {middle_, bottom + kSignRadius});
  top_ = placed.top;
  return placed;
}

void Column::name(const std::string& text) {
  const double base = empty_ ? top_ : top_ + kGap;
  connect(base);
  sketch_.text({middle_, base + 4}, text);
  top_ = base + 18;
}

void Column::around(const Placed& first, const Placed& last) {
  const double branch = first.bottom - kGap / 2, side = middle_ - width_ / 2 - 14;
  sketch_.arrow({{middle_, branch}, {side, branch}, {side, last.centre()}, last.at_left()});
}

}  // namespace regard::diagrams
