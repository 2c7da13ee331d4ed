#include "draw/charts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "base/utf8.h"
#include "draw/frame.h"

namespace regard::draw {
namespace {

constexpr int kDotsAcross = 2, kDotsDown = 4;  // dots of a Braille character
constexpr int kFewestColumns = 20;
constexpr int kTicksX = 8, kTicksY = 6;
// Blue, yellow, green, magenta, cyan, red: readable on both dark and light terminals.
constexpr std::array kColours = {"\033[34m", "\033[33m", "\033[32m",
                                 "\033[35m", "\033[36m", "\033[31m"};
constexpr auto kPlain = "\033[0m";

std::string in_colour(const std::string& text, size_t series, bool colour) {
  return colour ? kColours.at(series % kColours.size()) + text + kPlain : text;
}

char letter_of(size_t series) { return static_cast<char>('a' + series % 26); }

/// The UTF-8 of the Braille pattern with these dots (U+2800 is empty).
std::string braille(uint8_t dots) {
  return {static_cast<char>(0xE2), static_cast<char>(0xA0 | (dots >> 6)),
          static_cast<char>(0x80 | (dots & 0x3F))};
}

/// The width of a text in columns: its number of code points.
int width_of(const std::string& text) {
  return static_cast<int>(
      std::count_if(text.begin(), text.end(), [](char c) { return !continues_character(c); }));
}

std::string padded_left(const std::string& text, int width) {
  return std::string(static_cast<size_t>(std::max(width - width_of(text), 0)), ' ') + text;
}

/// A grid of dots and letters; dot (0, 0) is at the bottom left.
class Canvas {
 public:
  Canvas(int columns, int rows)
      : columns_(columns), rows_(rows), cells_(static_cast<size_t>(columns) * rows) {}

  int dots_across() const { return columns_ * kDotsAcross; }
  int dots_down() const { return rows_ * kDotsDown; }

  void line(double x0, double y0, double x1, double y1, size_t series) {
    const int steps =
        static_cast<int>(std::ceil(std::max({std::abs(x1 - x0), std::abs(y1 - y0), 1.0})));
    for (int i = 0; i <= steps; ++i) {
      const double part = static_cast<double>(i) / steps;
      dot(x0 + part * (x1 - x0), y0 + part * (y1 - y0), series);
    }
  }

  void letter(double x, double y, size_t series) {
    if (auto* cell = find(x, y)) {
      cell->letter = letter_of(series);
      cell->series = series;
    }
  }

  std::string row(int row, bool colour) const {
    std::string text, spaces;
    for (int column = 0; column < columns_; ++column) {
      const auto& cell = cells_[static_cast<size_t>(row) * static_cast<size_t>(columns_) +
                                static_cast<size_t>(column)];
      if (cell.dots == 0 && cell.letter == 0) {
        spaces += ' ';
        continue;
      }
      text += spaces;
      spaces.clear();
      text += in_colour(cell.letter != 0 ? std::string(1, cell.letter) : braille(cell.dots),
                        cell.series, colour);
    }
    return text;
  }

 private:
  struct Cell {
    uint8_t dots = 0;
    char letter = 0;
    size_t series = 0;
  };

  void dot(double x, double y, size_t series) {
    // Unicode numbers the dots in the left column 1, 2, 3, 7 and in the right column 4, 5, 6, 8.
    constexpr uint8_t kBits[kDotsAcross][kDotsDown] = {{0x01, 0x02, 0x04, 0x40},
                                                       {0x08, 0x10, 0x20, 0x80}};
    if (auto* cell = find(x, y)) {
      cell->dots |= kBits[to_dot(x) % kDotsAcross][from_top(y) % kDotsDown];
      cell->series = series;
    }
  }

  static int to_dot(double x) { return static_cast<int>(std::floor(x)); }
  int from_top(double y) const { return dots_down() - 1 - to_dot(y); }

  Cell* find(double x, double y) {
    if (x < 0 || x >= dots_across() || y < 0 || y >= dots_down()) return nullptr;
    const auto row = static_cast<size_t>(from_top(y) / kDotsDown);
    const auto column = static_cast<size_t>(to_dot(x) / kDotsAcross);
    return &cells_[row * static_cast<size_t>(columns_) + column];
  }

  int columns_, rows_;
  std::vector<Cell> cells_;
};

void plot(Canvas& canvas, const Series& series, size_t number, const AxisScale& x,
          const AxisScale& y, bool with_letter) {
  std::optional<std::pair<double, double>> before;
  for (size_t i = 0; i < series.x.size(); ++i) {
    if (!std::isfinite(series.x[i]) || !std::isfinite(series.y[i]) || !x.shows(series.x[i]) ||
        !y.shows(series.y[i])) {
      before.reset();
      continue;
    }
    const std::pair point{x(series.x[i]), y(series.y[i])};
    const auto& from = series.line && before ? *before : point;
    canvas.line(from.first, from.second, point.first, point.second, number);
    before = point;
  }
  if (before && with_letter) canvas.letter(before->first, before->second, number);
}

/// The labels below the axis, each centered below its tick if there is room.
std::string labels_below(const AxisScale& x, int columns) {
  std::string line(static_cast<size_t>(columns), ' ');
  int free_from = 0;
  for (const double tick : x.ticks()) {
    const auto text = x.tick_label(tick);
    const int width = static_cast<int>(text.size());
    const int column = static_cast<int>(x(tick)) / kDotsAcross;
    const int begin = std::clamp(column - width / 2, 0, columns - width);
    if (begin < free_from) continue;
    line.replace(static_cast<size_t>(begin), text.size(), text);
    free_from = begin + width + 1;
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

}  // namespace

std::string terminal_text(const LineChart& chart, const TerminalSize& size) {
  Range x_range, y_range;
  for (const auto& series : chart.series) {
    if (series.x.size() != series.y.size()) {
      throw std::invalid_argument("terminal_text: a series has different numbers of x and y");
    }
    for (size_t i = 0; i < series.x.size(); ++i) {
      x_range.include(series.x[i]);
      y_range.include(series.y[i]);
    }
  }
  const int dots_down = size.rows * kDotsDown;
  const AxisScale y(chart.y, y_range.low, y_range.high, 0, dots_down - 1, kTicksY);
  int label_width = 0;
  for (const double tick : y.ticks())
    label_width = std::max(label_width, width_of(y.tick_label(tick)));
  const int columns = std::max(size.columns - label_width - 2, kFewestColumns);
  Canvas canvas(columns, size.rows);
  const AxisScale x(chart.x, x_range.low, x_range.high, 0, canvas.dots_across() - 1, kTicksX);
  const bool several = chart.series.size() > 1;
  for (size_t i = 0; i < chart.series.size(); ++i) plot(canvas, chart.series[i], i, x, y, several);

  std::vector<std::string> labels(static_cast<size_t>(size.rows));
  for (const double tick : y.ticks()) {
    labels[static_cast<size_t>(dots_down - 1 - static_cast<int>(y(tick))) / kDotsDown] =
        y.tick_label(tick);
  }
  std::string text = chart.title.empty() ? "" : chart.title + '\n';
  for (int row = 0; row < size.rows; ++row) {
    const auto& label = labels[static_cast<size_t>(row)];
    text += padded_left(label, label_width) + (label.empty() ? " │" : " ┤") +
            canvas.row(row, size.colour) + '\n';
  }
  const std::string margin(static_cast<size_t>(label_width) + 1, ' ');
  text += margin + "└";
  std::vector<std::string> axis(static_cast<size_t>(columns), "─");
  for (const double tick : x.ticks()) axis[static_cast<size_t>(x(tick)) / kDotsAcross] = "┬";
  for (const auto& part : axis) text += part;
  text += '\n' + margin + ' ' + labels_below(x, columns) + '\n';
  if (!chart.x.title.empty()) text += padded_left(chart.x.title, label_width + 2 + columns) + '\n';
  for (size_t i = 0; several && i < chart.series.size(); ++i) {
    text += "  " + in_colour(std::string(1, letter_of(i)), i, size.colour) + ' ' +
            chart.series[i].name + '\n';
  }
  return text;
}

namespace {

constexpr std::array<std::string_view, 5> kBlocks = {"  ", "░░", "▒▒", "▓▓", "██"};
constexpr size_t kCell = 2;          // characters of a block
constexpr size_t kLongestWord = 16;  // longer words are truncated
constexpr char32_t kEllipsis = 0x2026;

std::u32string shortened(const std::string& word) {
  auto letters = decode_utf8(word);
  if (letters.size() > kLongestWord) {
    letters.resize(kLongestWord);
    letters.back() = kEllipsis;
  }
  return letters;
}

std::vector<std::u32string> shortened(const std::vector<std::string>& words) {
  std::vector<std::u32string> all;
  for (const auto& word : words) all.push_back(shortened(word));
  return all;
}

size_t longest(const std::vector<std::u32string>& words) {
  size_t size = 0;
  for (const auto& word : words) size = std::max(size, word.size());
  return size;
}

std::string utf8(const std::u32string& letters) {
  std::string text;
  for (const char32_t letter : letters) append_utf8(letter, text);
  return text;
}

std::string_view block_of(float weight) {
  const float share = std::isfinite(weight) ? std::clamp(weight, 0.0F, 1.0F) : 0.0F;
  return kBlocks[static_cast<size_t>(std::lround(share * (kBlocks.size() - 1)))];
}

/// The column words from top to bottom, aligned at the bottom.
std::string heading(const std::vector<std::u32string>& words, size_t shown, size_t indent) {
  const size_t height = longest(words);
  std::string lines;
  for (size_t line = 0; line < height; ++line) {
    std::string text(indent, ' ');
    for (size_t word = 0; word < shown; ++word) {
      const size_t above = height - words[word].size();
      append_utf8(line < above ? U' ' : words[word][line - above], text);
      text += ' ';
    }
    lines += text.substr(0, text.find_last_not_of(' ') + 1) + '\n';
  }
  return lines;
}

}  // namespace

std::string terminal_text(const TerminalMap& map, size_t width) {
  const auto rows = shortened(map.rows), columns = shortened(map.columns);
  const size_t indent = longest(rows) + 1;
  const size_t room = width > indent + kCell ? (width - indent - 1) / kCell : 1;
  const size_t shown = std::min(columns.size(), room);
  std::string text = heading(columns, shown, indent);
  for (size_t row = 0; row < rows.size(); ++row) {
    text += std::string(indent - 1 - rows[row].size(), ' ') + utf8(rows[row]) + ' ';
    for (size_t column = 0; column < shown; ++column) text += block_of(map.weights[row][column]);
    if (shown < columns.size()) append_utf8(kEllipsis, text);
    text += '\n';
  }
  return text;
}

}  // namespace regard::draw
