#include "draw/terminal_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "base/utf8.h"

namespace regard::draw {
namespace {

constexpr std::array<std::string_view, 5> kBlocks = {"  ", "░░", "▒▒", "▓▓", "██"};
constexpr size_t kCell = 2;          // characters of a block
constexpr size_t kLongestWord = 16;  // more of it is cut
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

/// The words from top to bottom, which end at the map.
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
