// Lines of drawings pass next to texts, not through them.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "diagrams/diagram.h"
#include "diagrams/models.h"
#include "figures/drawn_texts.h"
#include "support/base/xml.h"

namespace regard::diagrams {
namespace {

/// Whether part of [low, high] is between a and b, the ends of a line.
bool overlap(double a, double b, double low, double high) {
  return std::min(a, b) < high && std::max(a, b) > low;
}

/// Texts outside of boxes, through which an upright or level line passes.
std::vector<std::string> crossed_texts(const draw::Picture& picture) {
  constexpr double kEdge = 1;  // a line may touch the area of a text
  const auto svg = picture.svg("");
  std::vector<test::DrawnArea> boxes;  // they hide lines
  const auto elements = test::Xml::parse(svg);
  for (const auto& element : elements) {
    if (element.name != "rect" || !element.attributes.contains("x")) continue;
    if (element.attributes.at("class") == "axis dashed") continue;
    const double x = element.number("x"), y = element.number("y");
    boxes.push_back({x, y, x + element.number("width"), y + element.number("height")});
  }
  std::vector<std::string> crossed;
  for (const auto& text : test::AreasOfPicture::of(svg).texts) {
    const double x = (text.left + text.right) / 2, y = (text.top + text.bottom) / 2;
    const auto is_around = [&](const auto& box) { return box.contains(x, y); };
    if (std::ranges::any_of(boxes, is_around)) continue;
    for (const auto& element : elements) {
      if (element.name != "line") continue;
      const double x1 = element.number("x1"), x2 = element.number("x2");
      const double y1 = element.number("y1"), y2 = element.number("y2");
      if (x1 != x2 && y1 != y2) continue;
      if (overlap(x1, x2, text.left + kEdge, text.right - kEdge) &&
          overlap(y1, y2, text.top + kEdge, text.bottom - kEdge)) {
        crossed.push_back(text.text);
        break;
      }
    }
  }
  return crossed;
}

TEST(Drawings, DrawNoLineThroughAText) {
  for (const auto& idea : ideas()) {
    const auto drawn = diagram(idea.module(), std::string(idea.part));
    EXPECT_EQ(crossed_texts(drawn.picture), std::vector<std::string>()) << idea.name;
  }
  for (const auto& model : every_kind_of_model()) {
    for (const auto& part : part_names(model)) {
      EXPECT_EQ(crossed_texts(diagram(model, part).picture), std::vector<std::string>()) << part;
    }
  }
}

}  // namespace
}  // namespace regard::diagrams
