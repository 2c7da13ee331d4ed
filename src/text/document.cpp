#include "regard/text/document.h"

#include <array>

#include "regard/base/ascii.h"

namespace regard::text {
namespace {

constexpr std::string_view kSpaces = " \t\r";

/// Bytes of the list mark at the front of `text`, with the spaces after it; 0: none.
size_t mark_size(std::string_view text) {
  size_t size = 0;
  for (const std::string_view mark : {"-", "*", "+", "\u2022", "\u2013", "\u2014", ">", "#"}) {
    if (text.starts_with(mark)) size = mark.size();
  }
  while (size > 0 && text.substr(size).starts_with('#')) ++size;  // ## a heading
  if (size == 0) {
    while (size < text.size() && is_ascii_digit(text[size])) ++size;
    const bool is_number =
        size > 0 && size <= 3 && size < text.size() && (text[size] == '.' || text[size] == ')');
    size = is_number ? size + 1 : 0;
  }
  const size_t words = text.find_first_not_of(kSpaces, size);
  return size == 0 || words == size || words == std::string_view::npos ? 0 : words;
}

}  // namespace

std::vector<Block> blocks_of(const std::vector<std::string>& lines) {
  std::vector<Block> blocks;
  bool goes_on = false;        // whether the last block may take another line
  std::string_view last_lead;  // the white space before its last line
  for (const std::string_view line : lines) {
    const size_t begin = line.find_first_not_of(kSpaces);
    if (begin == std::string_view::npos) {
      blocks.push_back({});
      goes_on = false;
      continue;
    }
    const auto lead = line.substr(0, begin);
    const size_t mark = mark_size(line.substr(begin));
    const auto words = line.substr(begin + mark);
    const auto text = words.substr(0, words.find_last_not_of(kSpaces) + 1);
    // The second line of an item is indented to its text, the third like the second.
    const bool hangs = goes_on && lead.size() == blocks.back().indent.size();
    if (mark == 0 && goes_on && (lead == last_lead || hangs)) {
      blocks.back().text.append(" ").append(text);
    } else {
      blocks.push_back({std::string(line.substr(0, begin + mark)), std::string(text)});
    }
    last_lead = lead;
    goes_on = true;
  }
  return blocks;
}

}  // namespace regard::text
