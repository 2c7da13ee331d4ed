#pragma once
#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "draw/picture.h"

namespace regard::diagrams {

/// A box of a diagram: an operation, a module, or data.
struct Part {
  std::string title = {};
  std::string equation = {};  ///< the function it computes
  std::string shape = {};     ///< shape of its result: "(batch, source, 256)"
  int64_t parameters = 0;     ///< 0: not shown
  std::string header = {};    ///< header that declares it: "nn/feed_forward.h"
  std::string path = {};      ///< path of its own diagram, if it has one
  std::string style = "box";  ///< box style, see draw/picture.h
};

/// Color of each kind of part, the same in every diagram.
namespace style {
constexpr const char* kData = "faint box";
constexpr const char* kEmbedding = "mark s3 hollow";
constexpr const char* kAttention = "mark s1 hollow";
constexpr const char* kNorm = "mark s4 hollow";
constexpr const char* kFeedForward = "mark s5 hollow";
constexpr const char* kRecurrent = "mark s2 hollow";
constexpr const char* kLinear = "mark s0 hollow";
constexpr const char* kPlain = "box";
}  // namespace style

/// A position in a sketch. y grows upwards from 0, as data flows in the papers' figures.
struct Placed {
  double left = 0;
  double right = 0;
  double bottom = 0;
  double top = 0;

  double middle() const { return (left + right) / 2; }
  double centre() const { return (bottom + top) / 2; }
  draw::Point below() const { return {middle(), bottom}; }
  draw::Point above() const { return {middle(), top}; }
  draw::Point at_left() const { return {left, centre()}; }
  draw::Point at_right() const { return {right, centre()}; }
};

/// The number of parameters in words: "65,536 parameters".
std::string parameter_count(int64_t parameters);

/// A diagram under construction. Boxes cover lines.
class Sketch {
 public:
  /// `links`: a box that has its own diagram links to it, as "#path".
  Sketch(const std::string& title, double width, bool links)
      : title_(title), width_(width), links_(links) {}

  double width() const { return width_; }

  /// Replaces the title of the view.
  void set_title(const std::string& title) { title_ = title; }
  const std::string& title() const { return title_; }

  /// A box as tall as its text; `at` is the middle of its bottom.
  Placed box(const Part& part, draw::Point at, double width);
  /// A small circle with a sign, "+" or "×"; `at` is its center.
  Placed sign(const std::string& sign, draw::Point at);
  /// One line of text; `at` is the middle of its baseline.
  void text(draw::Point at, const std::string& text,
            const draw::TextOptions& options = {.anchor = draw::Anchor::middle});
  /// A line through all points, with an arrowhead at the last.
  void arrow(const std::vector<draw::Point>& through, const std::string& line = "axis");
  void line(const std::vector<draw::Point>& through, const std::string& line = "axis");
  /// A dashed frame with a label in its upper left corner.
  void frame(const Placed& around, const std::string& label);

  /// The finished picture, with its title and `subtitle`, which is already in the language of the
  /// picture.
  draw::Picture picture(const std::string& subtitle) const;

 private:
  using Item = std::function<void(draw::Picture&, double height)>;

  void grow(double bottom, double top) {
    bottom_ = std::min(bottom_, bottom);
    top_ = std::max(top_, top);
  }

  std::string title_;
  double width_;
  bool links_;
  double bottom_ = 0;
  double top_ = 0;
  std::vector<Item> lines_, boxes_;
};

/// A stack of parts, each read by the next one above it.
class Column {
 public:
  /// The column is centered at x = `middle` and starts at `bottom`. Its boxes are `width` wide.
  Column(Sketch& sketch, double middle, double width, double bottom)
      : sketch_(sketch), middle_(middle), width_(width), top_(bottom) {}

  Placed add(const Part& part);
  Placed add_sign(const std::string& sign);
  /// Adds a label for data, without a box.
  void name(const std::string& text);
  /// Draws an arrow from below `first`, around the parts between, to the left side of `last`.
  void around(const Placed& first, const Placed& last);

  double top() const { return top_; }
  double middle() const { return middle_; }
  double width() const { return width_; }
  Sketch& sketch() { return sketch_; }
  /// The top of the last part.
  draw::Point end() const { return {middle_, top_}; }
  static constexpr double kGap = 22;

 private:
  void connect(double to);

  Sketch& sketch_;
  double middle_, width_, top_;
  bool empty_ = true;
};

}  // namespace regard::diagrams
