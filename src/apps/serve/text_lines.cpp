#include "serve/text_lines.h"

namespace regard::serve {

TextLines::TextLines(const std::string& text, Splitting splitting)
    : blocks_(text::blocks_of(text::lines_with_ends(text), splitting == Splitting::lines
                                                               ? text::Wrapping::none
                                                               : text::Wrapping::all)) {}

std::vector<std::string> TextLines::lines() const {
  std::vector<std::string> lines;
  for (const auto& block : blocks_) {
    if (!block.text.empty()) lines.push_back(block.text);
  }
  return lines;
}

std::string TextLines::with(std::span<const std::string> translations) const {
  std::string text;
  size_t next = 0;
  for (const auto& block : blocks_) {
    text += block.indent;
    if (!block.text.empty() && next < translations.size()) text += translations[next++];
    text += block.behind;
  }
  return text;
}

}  // namespace regard::serve
