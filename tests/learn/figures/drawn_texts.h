#pragma once
#include <algorithm>
#include <cmath>
#include <numbers>
#include <regex>
#include <string>
#include <vector>

#include "draw/picture.h"

namespace regard::test {

/// The area of a text where readers see it, or of a colored cell.
struct DrawnArea {
  double left = 0, top = 0, right = 0, bottom = 0;
  std::string text = {};
  bool is_on_cell = false;  ///< a text with the color of a cell's text

  double width() const { return right - left; }
  bool contains(double x, double y) const {
    return left <= x && x <= right && top <= y && y <= bottom;
  }
};

struct DrawnAreas {
  std::vector<DrawnArea> texts, cells;
};

/// The areas of texts and cells in the coordinates of the whole picture: moved groups and turned
/// texts are taken into account.
class AreasOfPicture {
 public:
  static DrawnAreas of(const std::string& svg) {
    AreasOfPicture reader;
    static const std::regex element("<(/?)([a-z]+)([^>]*)>([^<]*)");
    for (std::sregex_iterator found(svg.begin(), svg.end(), element), end; found != end; ++found) {
      reader.read((*found)[1].length() > 0, (*found)[2], (*found)[3], (*found)[4]);
    }
    return reader.areas_;
  }

 private:
  static std::string attribute(const std::string& all, const std::string& name) {
    const size_t at = all.find(' ' + name + "=\"");
    if (at == std::string::npos) return {};
    const size_t begin = at + name.size() + 3;
    return all.substr(begin, all.find('"', begin) - begin);
  }
  static double number(const std::string& all, const std::string& name) {
    const auto text = attribute(all, name);
    return text.empty() ? 0 : std::stod(text);
  }
  static std::string unescaped(std::string text) {
    for (const auto& [entity, letter] :
         {std::pair{"&lt;", "<"}, std::pair{"&gt;", ">"}, std::pair{"&quot;", "\""},
          std::pair{"&#39;", "'"}, std::pair{"&amp;", "&"}}) {
      text = std::regex_replace(text, std::regex(entity), letter);
    }
    return text;
  }

  void read(bool closes, const std::string& name, const std::string& all, const std::string& text) {
    if (name == "g") {
      closes ? places_.pop_back() : places_.push_back(moved(attribute(all, "transform")));
    } else if (name == "text" && !closes) {
      add_text(all, unescaped(text));
    } else if (name == "rect" && !attribute(all, "fill").empty()) {
      const auto& at = places_.back();
      const double x = at.x + number(all, "x"), y = at.y + number(all, "y");
      areas_.cells.push_back({x, y, x + number(all, "width"), y + number(all, "height")});
    }
  }

  draw::Point moved(const std::string& transform) const {
    auto place = places_.back();
    std::smatch by;
    static const std::regex translation(R"(translate\((\S+) (\S+)\))");
    if (std::regex_search(transform, by, translation)) {
      place.x += std::stod(by[1]);
      place.y += std::stod(by[2]);
    }
    return place;
  }

  void add_text(const std::string& all, const std::string& text) {
    const double size = number(all, "font-size"), width = draw::text_width(text, size);
    const auto anchor = attribute(all, "text-anchor");
    const double begin = anchor == "middle" ? -width / 2 : anchor == "end" ? -width : 0;
    const auto turn = attribute(all, "transform");
    const double degrees = turn.empty() ? 0 : std::stod(turn.substr(turn.find('(') + 1));
    const double angle = degrees * std::numbers::pi / 180;
    const double x = places_.back().x + number(all, "x"), y = places_.back().y + number(all, "y");
    DrawnArea area{x, y, x, y, text, !attribute(all, "fill").empty()};
    for (const double along : {begin, begin + width}) {
      for (const double up : {0.0, 0.7 * size}) {
        const double right = along * std::cos(angle) + up * std::sin(angle);
        const double down = along * std::sin(angle) - up * std::cos(angle);
        area.left = std::min(area.left, x + right);
        area.right = std::max(area.right, x + right);
        area.top = std::min(area.top, y + down);
        area.bottom = std::max(area.bottom, y + down);
      }
    }
    areas_.texts.push_back(std::move(area));
  }

  std::vector<draw::Point> places_{{0, 0}};
  DrawnAreas areas_;
};

/// Texts that leave the picture, or the cell that they are written on.
inline std::vector<std::string> misplaced_texts(const draw::Picture& picture) {
  constexpr double kTolerance = 1;
  const auto areas = AreasOfPicture::of(picture.svg(""));
  std::vector<std::string> misplaced;
  for (const auto& text : areas.texts) {
    const bool leaves = text.left < -kTolerance || text.top < -kTolerance ||
                        text.right > picture.width() + kTolerance ||
                        text.bottom > picture.height() + kTolerance;
    const double x = (text.left + text.right) / 2, y = (text.top + text.bottom) / 2;
    const bool overflows =
        text.is_on_cell && std::ranges::none_of(areas.cells, [&](const auto& cell) {
          return cell.contains(x, y) && text.width() <= cell.width();
        });
    if (leaves || overflows) misplaced.push_back(text.text);
  }
  return misplaced;
}

}  // namespace regard::test
