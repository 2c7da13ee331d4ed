#pragma once
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "draw/picture.h"
#include "support/base/xml.h"

namespace regard::diagrams {

/// The data flow in a picture: the box or text that each arrow leaves, and the one it enters. Lines
/// that touch are connected; lines that cross are not.
class DrawnGraph {
 public:
  /// A box, a sign such as "+", or text outside of boxes.
  struct Node {
    double left, top, right, bottom;
    std::string title;
    bool is_box;

    double middle() const { return (left + right) / 2; }
  };

  explicit DrawnGraph(const draw::Picture& picture) {
    for (const auto& element : test::Xml::parse(picture.svg("a diagram"))) read(element);
    connect();
  }

  const std::vector<Node>& nodes() const { return nodes_; }
  /// Pairs of node indices: from, to.
  const std::set<std::pair<size_t, size_t>>& edges() const { return edges_; }

 private:
  struct Point {
    double x, y;

    bool is(const Point& other) const { return std::hypot(x - other.x, y - other.y) < kTolerance; }
  };
  struct Segment {
    Point ends[2];
    bool is_arrow = false;  // with its head at ends[1]

    bool passes(const Point& point) const {
      const auto& [a, b] = ends;
      if (point.is(a) || point.is(b)) return false;
      const double through =
          std::hypot(point.x - a.x, point.y - a.y) + std::hypot(point.x - b.x, point.y - b.y);
      return through - std::hypot(a.x - b.x, a.y - b.y) < kTolerance / 4;
    }
  };
  static constexpr double kTolerance = 0.6, kBesideText = 14;

  void read(const test::XmlElement& element) {
    const auto style = element.attributes.find("class");
    const std::string kind = style == element.attributes.end() ? "" : style->second;
    const auto number = [&](const char* name) { return element.number(name); };
    if (element.name == "rect" && kind != "paper" && kind != "axis dashed") {
      nodes_.push_back({number("x"),
                        number("y"),
                        number("x") + number("width"),
                        number("y") + number("height"),
                        {},
                        true});
    } else if (element.name == "circle" && kind == "box") {
      const double x = number("cx"), y = number("cy"), r = number("r");
      nodes_.push_back({x - r, y - r, x + r, y + r, {}, true});
    } else if (element.name == "line") {
      segments_.push_back({{{number("x1"), number("y1")}, {number("x2"), number("y2")}}});
    } else if (element.name == "polygon") {
      read_head(element.attributes.at("points"));
    } else if (element.name == "text") {
      read_text(element);
    }
  }

  /// `points` are the tip of an arrowhead and the ends of its base; the line ends in the middle of
  /// the base.
  void read_head(const std::string& points) {
    double x[3], y[3];
    const int read = std::sscanf(points.c_str(), "%lf,%lf %lf,%lf %lf,%lf", &x[0], &y[0], &x[1],
                                 &y[1], &x[2], &y[2]);
    if (read != 6) throw std::runtime_error("an arrowhead of " + points);
    const Point base{(x[1] + x[2]) / 2, (y[1] + y[2]) / 2};
    auto& shaft = segments_.back();  // heads follow their lines
    if (!shaft.ends[1].is(base)) throw std::runtime_error("an arrowhead without a line");
    shaft.ends[1] = {x[0], y[0]};
    shaft.is_arrow = true;
  }

  void read_text(const test::XmlElement& element) {
    const double x = element.number("x"), y = element.number("y");
    const auto around = std::find_if(nodes_.rbegin(), nodes_.rend(), [&](const Node& node) {
      return node.is_box && node.left <= x && x <= node.right && node.top <= y && y <= node.bottom;
    });
    if (around != nodes_.rend()) {
      if (!element.attributes.contains("font-weight")) return;
      around->title += (around->title.empty() ? "" : " ") + element.text;
      return;
    }
    const double width = draw::text_width(element.text, element.number("font-size"));
    const auto anchor = element.attributes.find("text-anchor");
    const std::string where = anchor == element.attributes.end() ? "start" : anchor->second;
    const double left = x - (where == "middle" ? width / 2 : where == "end" ? width : 0);
    nodes_.push_back(
        {left - kBesideText, y - 18, left + width + kBesideText, y + 8, element.text, false});
  }

  /// The node that an end of a line touches: a box at its edge, or text; -1 if none.
  int node_at(const Point& point, bool of_boxes) const {
    for (size_t i = nodes_.size(); i-- > 0;) {
      const auto& node = nodes_[i];
      const bool is_inside = node.left - 1 <= point.x && point.x <= node.right + 1 &&
                             node.top - 1 <= point.y && point.y <= node.bottom + 1;
      if (node.is_box == of_boxes && is_inside) return static_cast<int>(i);
    }
    return -1;
  }

  void connect() {
    std::vector<size_t> net(segments_.size());
    std::iota(net.begin(), net.end(), 0);
    const auto unite = [&](size_t a, size_t b) {
      const size_t from = net[a], to = net[b];
      for (auto& one : net) one = one == from ? to : one;
    };
    std::vector<std::vector<std::pair<size_t, bool>>> touched(segments_.size());  // node, head?
    for (size_t i = 0; i < segments_.size(); ++i) {
      for (const size_t end : {0, 1}) {
        const auto& point = segments_[i].ends[end];
        const bool is_head = end == 1 && segments_[i].is_arrow;
        bool joins = false;
        const int box = node_at(point, true);
        for (size_t j = 0; j < segments_.size(); ++j) {
          if (i == j) continue;
          const bool meets = segments_[j].ends[0].is(point) || segments_[j].ends[1].is(point);
          if (!segments_[j].passes(point) && !(meets && box < 0)) continue;
          unite(i, j);
          joins = true;
        }
        if (joins) continue;
        const int node = box >= 0 ? box : node_at(point, false);
        if (node >= 0) touched[i].emplace_back(node, is_head);
      }
    }
    for (size_t i = 0; i < segments_.size(); ++i) {
      for (size_t j = 0; j < segments_.size(); ++j) {
        if (net[i] != net[j]) continue;
        for (const auto& [from, leaves_head] : touched[i]) {
          for (const auto& [to, is_head] : touched[j]) {
            if (!leaves_head && is_head && from != to) edges_.emplace(from, to);
          }
        }
      }
    }
  }

  std::vector<Node> nodes_;
  std::vector<Segment> segments_;
  std::set<std::pair<size_t, size_t>> edges_;
};

}  // namespace regard::diagrams
