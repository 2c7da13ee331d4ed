#include "markup/xml_characters.h"

#include <algorithm>

#include "base/utf8.h"

namespace regard::serve {
namespace {

struct Range {
  char32_t first, last;
};

/// "NameStartChar" of the grammar.
constexpr Range kBeginsName[] = {
    {U':', U':'},     {U'A', U'Z'},     {U'_', U'_'},     {U'a', U'z'},
    {0xC0, 0xD6},     {0xD8, 0xF6},     {0xF8, 0x2FF},    {0x370, 0x37D},
    {0x37F, 0x1FFF},  {0x200C, 0x200D}, {0x2070, 0x218F}, {0x2C00, 0x2FEF},
    {0x3001, 0xD7FF}, {0xF900, 0xFDCF}, {0xFDF0, 0xFFFD}, {0x10000, 0xEFFFF},
};
/// The further characters of "NameChar".
constexpr Range kInName[] = {
    {U'-', U'.'}, {U'0', U'9'}, {0xB7, 0xB7}, {0x300, 0x36F}, {0x203F, 0x2040},
};

template <size_t count>
bool is_in(char32_t c, const Range (&ranges)[count]) {
  return std::ranges::any_of(
      ranges, [c](const Range& range) { return c >= range.first && c <= range.last; });
}

}  // namespace

bool is_xml_character(char32_t c) {
  if (c < U' ') return c == U'\t' || c == U'\n' || c == U'\r';
  return c != 0xFFFE && c != 0xFFFF && (c < 0xD800 || c > 0xDFFF) && c <= 0x10FFFF;
}

size_t xml_name_size(std::string_view text) {
  size_t size = 0;
  while (size < text.size()) {
    const auto character = first_code_point(text.substr(size));
    if (character.length == 0) break;
    const bool goes_on =
        is_in(character.value, kBeginsName) || (size > 0 && is_in(character.value, kInName));
    if (!goes_on) break;
    size += character.length;
  }
  return size;
}

}  // namespace regard::serve
