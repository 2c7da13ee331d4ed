#include "draw/picture.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/readable.h"
#include "base/utf8.h"
#include "draw/assets.h"
#include "draw/phrases.h"
#include "regard/base/str.h"

namespace regard::draw {
namespace {

std::string attribute(std::string_view name, double value) {
  return str(' ', name, "=\"", coordinate(value), '"');
}

std::string class_attribute(std::string_view style) { return str(" class=\"", style, '"'); }

std::string points_attribute(std::span<const Point> points) {
  std::string text = " points=\"";
  for (size_t i = 0; i < points.size(); ++i) {
    text += str(i == 0 ? "" : " ", coordinate(points[i].x), ',', coordinate(points[i].y));
  }
  return text + '"';
}

std::string box_attributes(const Box& box) {
  return attribute("x", box.x) + attribute("y", box.y) + attribute("width", box.width) +
         attribute("height", box.height);
}

std::string anchor_attribute(Anchor anchor) {
  switch (anchor) {
    case Anchor::middle:
      return " text-anchor=\"middle\"";
    case Anchor::end:
      return " text-anchor=\"end\"";
    case Anchor::start:
      break;
  }
  return "";
}

void drop_trailing_zeros(std::string& number) {
  if (number.find('.') == std::string::npos) return;
  number.erase(number.find_last_not_of('0') + 1);
  if (number.back() == '.') number.pop_back();
}

std::string superscript(int number) {
  constexpr std::array digits = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = number < 0 ? "⁻" : "";
  for (const char digit : std::to_string(std::abs(number))) {
    text += digits[static_cast<size_t>(digit - '0')];
  }
  return text;
}

/// Whether the character with this first byte is full-width: East Asian characters, punctuation and
/// emoji.
bool is_square(char first) { return static_cast<unsigned char>(first) >= 0xE3; }

/// A unit that a line break does not split.
struct WordToWrap {
  std::string text;
  bool has_space_before;
};

/// Each East Asian character is a word, together with the punctuation after it.
std::vector<WordToWrap> words_to_wrap(std::string_view text) {
  constexpr std::u32string_view kNotFirst = U"，。：；、！？）》」”";
  std::vector<WordToWrap> words;
  bool has_space = false, is_open = false;
  for (size_t at = 0; at < text.size();) {
    if (text[at] == ' ') {
      has_space = true;
      is_open = false;
      ++at;
      continue;
    }
    const auto point = first_code_point(text.substr(at));
    const auto character = text.substr(at, std::max<size_t>(point.length, 1));
    const bool is_mark = kNotFirst.find(point.value) != kNotFirst.npos;
    const bool joins =
        !words.empty() && !has_space && (is_mark || (is_open && !is_square(text[at])));
    if (joins) {
      words.back().text += character;
    } else {
      words.push_back({std::string(character), has_space});
    }
    is_open = !is_square(text[at]);
    has_space = false;
    at += character.size();
  }
  return words;
}

constexpr double kHeadingSize = 14;
constexpr double kHeadingGap = 16;

}  // namespace

std::string escape(std::string_view text) {
  std::string escaped;
  for (const char letter : text) {
    switch (letter) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default: {
        const auto byte = static_cast<unsigned char>(letter);
        const bool is_control = byte < 0x20 && letter != '\t' && letter != '\n' && letter != '\r';
        escaped += is_control ? std::string("\uFFFD") : std::string(1, letter);
      }
    }
  }
  return escaped;
}

std::string coordinate(double value) {
  std::string number = fixed(value, 2);
  drop_trailing_zeros(number);
  return number;
}

std::string label(double value, int digits) {
  if (std::isnan(value)) return "–";
  if (std::isinf(value)) return value < 0 ? "−∞" : "∞";
  if (value == 0) return "0";
  const std::string sign = value < 0 ? "−" : "";
  const double size = std::abs(value);
  int exponent = static_cast<int>(std::floor(std::log10(size)));
  if (exponent >= -4 && exponent < 5) {
    std::string number = fixed(size, std::max(digits - 1 - exponent, 0));
    drop_trailing_zeros(number);
    return sign + number;
  }
  std::string front = fixed(size / std::pow(10.0, exponent), digits - 1);
  drop_trailing_zeros(front);
  if (front == "10") {  // 9.9999 was rounded up
    front = "1";
    ++exponent;
  }
  return str(sign, front == "1" ? "" : front + "×", "10", superscript(exponent));
}

double text_width(std::string_view text, double size) {
  constexpr std::string_view narrow = "iljtfrI.,:;'|!()[] ";
  constexpr std::string_view wide = "mwMW@%";
  double widths = 0;
  for (const char letter : drawn_text(text)) {
    const auto byte = static_cast<unsigned char>(letter);
    if (continues_character(byte)) continue;  // continuation byte of UTF-8
    if (is_square(letter)) {
      widths += 1.05;
    } else if (narrow.find(letter) != std::string_view::npos) {
      widths += 0.34;
    } else if (wide.find(letter) != std::string_view::npos) {
      widths += 0.92;
    } else {
      widths += letter >= 'A' && letter <= 'Z' ? 0.7 : 0.58;
    }
  }
  return widths * size;
}

std::vector<std::string> wrap(const std::string& text, double width, double size) {
  std::vector<std::string> lines;
  for (const auto& [word, has_space_before] : words_to_wrap(drawn_text(text))) {
    const auto longer = lines.empty() ? word : str(lines.back(), has_space_before ? " " : "", word);
    if (!lines.empty() && text_width(longer, size) <= width) {
      lines.back() = longer;
    } else {
      lines.push_back(word);
    }
  }
  if (lines.empty() && !text.empty()) lines.emplace_back();  // a blank text still takes a line
  return lines;
}

void Picture::line(Point from, Point to, std::string_view style) {
  body_ += str("<line", class_attribute(style), attribute("x1", from.x), attribute("y1", from.y),
               attribute("x2", to.x), attribute("y2", to.y), "/>\n");
}

void Picture::polyline(std::span<const Point> points, std::string_view style) {
  body_ += str("<polyline", class_attribute(style), points_attribute(points), "/>\n");
}

void Picture::polygon(std::span<const Point> points, std::string_view style) {
  body_ += str("<polygon", class_attribute(style), points_attribute(points), "/>\n");
}

void Picture::rectangle(const Box& box, std::string_view style, double corner_radius) {
  body_ += str("<rect", class_attribute(style), box_attributes(box),
               corner_radius > 0 ? attribute("rx", corner_radius) : "", "/>\n");
}

void Picture::cell(const Box& box, const Colour& colour) {
  body_ += str("<rect fill=\"", colour.hex(), "\" shape-rendering=\"crispEdges\"",
               box_attributes(box), "/>\n");
}

void Picture::circle(Point centre, double radius, std::string_view style) {
  body_ += str("<circle", class_attribute(style), attribute("cx", centre.x),
               attribute("cy", centre.y), attribute("r", radius), "/>\n");
}

void Picture::text(Point at, std::string_view text, const TextOptions& options) {
  if (text.empty()) return;
  const std::string turn = options.angle == 0
                               ? ""
                               : str(" transform=\"rotate(", coordinate(options.angle), ' ',
                                     coordinate(at.x), ' ', coordinate(at.y), ")\"");
  body_ += str("<text", class_attribute(options.style), attribute("x", at.x), attribute("y", at.y),
               attribute("font-size", options.size), anchor_attribute(options.anchor),
               options.bold ? " font-weight=\"bold\"" : "", turn, '>', escape(drawn_text(text)),
               "</text>\n");
}

void Picture::text_on(Point at, std::string_view text, const Colour& background, double size) {
  constexpr double middle_grey = 0.55;
  body_ += str("<text text-anchor=\"middle\" fill=\"",
               background.lightness() > middle_grey ? "#000" : "#fff", '"', attribute("x", at.x),
               attribute("y", at.y), attribute("font-size", size), '>', escape(drawn_text(text)),
               "</text>\n");
}

void Picture::add(const Picture& other, Point at) {
  body_ += str("<g transform=\"translate(", coordinate(at.x), ' ', coordinate(at.y), ")\">\n",
               other.body_, "</g>\n");
}

void Picture::add_with_value(const Picture& mark, std::string_view value) {
  body_ += value.empty() ? mark.body_
                         : str("<g class=\"value\"><title>", escape(drawn_text(value)),
                               "</title>\n", mark.body_, "</g>\n");
}

void Picture::add_link(const Picture& other, std::string_view target) {
  body_ += target.empty() ? other.body_
                          : str("<a href=\"", escape(target), "\">\n", other.body_, "</a>\n");
}

void Picture::add_clipped(const Picture& other, const Box& box) {
  // An inner <svg> clips without the id that a <clipPath> needs, which would have to be unique on a
  // page with several pictures.
  body_ += str("<svg", box_attributes(box), " viewBox=\"", coordinate(box.x), ' ',
               coordinate(box.y), ' ', coordinate(box.width), ' ', coordinate(box.height),
               "\" overflow=\"hidden\">\n", other.body_, "</svg>\n");
}

std::string Picture::svg(std::string_view description) const {
  const auto width = coordinate(width_), height = coordinate(height_);
  const bool has_links = body_.find("<a href=") != std::string::npos;  // invalid in an image
  return str("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"regard\" role=\"",
             has_links ? "group" : "img", "\" aria-label=\"", escape(description),
             "\" viewBox=\"0 0 ", width, ' ', height, "\" width=\"", width, "\" height=\"", height,
             "\" style=\"max-width:100%;height:auto\">\n<style>\n", assets::kPictureStyle,
             "</style>\n<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n", body_,
             "</svg>\n");
}

Picture arrange(const std::vector<Picture>& pictures, size_t columns, const std::string& title) {
  double width = 0, height = 0;
  std::vector<Point> places;
  for (size_t begin = 0; begin < pictures.size(); begin += columns) {
    const size_t end = std::min(begin + columns, pictures.size());
    double x = 0, row_height = 0;
    for (size_t i = begin; i < end; ++i) {
      places.push_back({x, height});
      x += pictures[i].width();
      row_height = std::max(row_height, pictures[i].height());
    }
    width = std::max(width, x);
    height += row_height;
  }
  const auto title_lines = wrap(title, width - kHeadingGap, kHeadingSize);
  const double heading = title_lines.empty() ? 0 : 8 + 18 * static_cast<double>(title_lines.size());
  Picture all(width, height + heading);
  for (size_t i = 0; i < title_lines.size(); ++i) {
    all.text({width / 2, 20 + 18 * static_cast<double>(i)}, title_lines[i],
             {.size = kHeadingSize, .anchor = Anchor::middle, .bold = true});
  }
  for (size_t i = 0; i < pictures.size(); ++i) {
    all.add(pictures[i], {places[i].x, places[i].y + heading});
  }
  return all;
}

}  // namespace regard::draw
