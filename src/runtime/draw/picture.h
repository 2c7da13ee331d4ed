#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "draw/colours.h"

namespace regard::draw {

// To draw a chart, fill in a struct, convert it to a picture with draw(), and the picture to SVG:
//
//     const LineChart chart{.title = "Training",
//                           .x = {.title = "epoch"},
//                           .y = {.title = "loss (nats per token)", .scale = Scale::log},
//                           .series = {{.name = "GRU", .x = epochs, .y = losses}}};
//     write_file_atomically("training.svg", draw(chart).svg("Loss by epoch"));
//
// Charts are in charts.h and heatmap.h, tables in page.h. Other drawings use the functions below
// and those of src/learn/diagrams/diagram.h. arrange() places pictures side by side. All measures
// are pixels at the natural size, by default 600 wide; y grows downwards.

struct Point {
  double x = 0;
  double y = 0;
};

struct Box {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;

  double right() const { return x + width; }
  double bottom() const { return y + height; }
  Point centre() const { return {x + width / 2, y + height / 2}; }
};

constexpr double kWidth = 600;    ///< default width of a picture
constexpr double kTextSize = 12;  ///< size of labels; the minimum is kSmallText
constexpr double kSmallText = 11;

enum class Anchor { start, middle, end };

struct TextOptions {
  double size = kTextSize;
  Anchor anchor = Anchor::start;
  bool bold = false;
  double angle = 0;                ///< degrees, clockwise, about the point
  std::string_view style = "ink";  ///< "ink", "muted", or the color of a series: "mark s0"
};

/// A drawing; elements added later are on top. `style` is a list of classes of the style sheet,
/// which has light and dark variants of each color:
///   axis, grid, whisker     thin lines; whiskers end an interval
///   line s0 ... line s6     a series' line (colors of Okabe and Ito); also dashed or dotted
///   mark s0 ... mark s6     the same color for an area; also hollow
///   box, chosen, faint box  boxes of diagrams
///   hit                     invisible: reacts to the pointer
class Picture {
 public:
  Picture(double width, double height) : width_(width), height_(height) {}

  double width() const { return width_; }
  double height() const { return height_; }

  void line(Point from, Point to, std::string_view style);
  void polyline(std::span<const Point> points, std::string_view style);
  void polygon(std::span<const Point> points, std::string_view style);
  void rectangle(const Box& box, std::string_view style, double corner_radius = 0);
  /// A rectangle with one color for light and dark mode.
  void cell(const Box& box, const Colour& colour);
  void circle(Point centre, double radius, std::string_view style);
  /// Draws a line of text; `at` is on its baseline.
  void text(Point at, std::string_view text, const TextOptions& options = {});
  /// Text on a cell with color `background`: black or white, whichever is more readable.
  void text_on(Point at, std::string_view text, const Colour& background, double size = kSmallText);
  void add(const Picture& other, Point at);
  /// Adds `mark` with a description, e.g. "Transformer, 20–29 words: 34.1 BLEU", which SVG viewers
  /// show on hover; an empty description is not shown.
  void add_with_value(const Picture& mark, std::string_view value);
  /// Adds `other` as a link to `target`, "#name" or a URL; an empty target adds no link.
  void add_link(const Picture& other, std::string_view target);
  /// Adds `other` clipped to `box`, in the same coordinates.
  void add_clipped(const Picture& other, const Box& box);

  /// The complete file, without scripts, fonts or external resources. `description` is the
  /// alternative text.
  std::string svg(std::string_view description) const;

 private:
  double width_;
  double height_;
  std::string body_;
};

/// Pictures in rows of `columns`, each row as high as its highest picture, below an optional title.
Picture arrange(const std::vector<Picture>& pictures, size_t columns,
                const std::string& title = {});

/// Escapes text or attribute values for XML and HTML. Characters that XML forbids become U+FFFD.
std::string escape(std::string_view text);

/// A coordinate with at most two decimals, regardless of the locale.
std::string coordinate(double value);

/// A number for display with `digits` significant digits: "0.25", "−3", "12000", "10⁶", "2×10⁻⁷".
std::string label(double value, int digits = 3);

/// Approximate width of `text`, an overestimate because the font is unknown.
double text_width(std::string_view text, double size = kTextSize);

/// Breaks text between words into lines no wider than `width`.
std::vector<std::string> wrap(const std::string& text, double width, double size = kTextSize);

}  // namespace regard::draw
