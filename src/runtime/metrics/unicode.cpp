#include "metrics/unicode.h"

#include <utf8proc.h>

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "base/utf8.h"

namespace regard::metrics {
namespace {

/// Length in bytes of the white space at the start of `text`, which must not be empty; 0 if there
/// is none.
std::size_t white_space_length(std::string_view text) {
  const auto lead = static_cast<std::uint8_t>(text[0]);
  if (lead < 0x80) return is_white_space(lead) ? 1 : 0;
  if (lead != 0xC2 && (lead < 0xE1 || lead > 0xE3))
    return 0;  // no other lead byte begins white space
  const CodePoint first = first_code_point(text);
  return first.length > 0 && is_white_space(first.value) ? first.length : 0;
}

struct Range {
  char32_t first;
  char32_t last;
};

/// Unicode's Other_Lowercase and Other_Uppercase: cased without being Lu, Ll or Lt.
constexpr Range kOtherCased[] = {
    {0x00AA, 0x00AA},   {0x00BA, 0x00BA},   {0x02B0, 0x02B8},   {0x02C0, 0x02C1},
    {0x02E0, 0x02E4},   {0x0345, 0x0345},   {0x037A, 0x037A},   {0x1D2C, 0x1D6A},
    {0x1D78, 0x1D78},   {0x1D9B, 0x1DBF},   {0x2071, 0x2071},   {0x207F, 0x207F},
    {0x2090, 0x209C},   {0x2160, 0x217F},   {0x24B6, 0x24E9},   {0x2C7C, 0x2C7D},
    {0xA69C, 0xA69D},   {0xA770, 0xA770},   {0xA7F8, 0xA7F9},   {0xAB5C, 0xAB5F},
    {0x10780, 0x10780}, {0x10783, 0x10785}, {0x10787, 0x107B0}, {0x107B2, 0x107BA},
    {0x1F130, 0x1F149}, {0x1F150, 0x1F169}, {0x1F170, 0x1F189},
};

/// Punctuation inside words (Word_Break MidLetter, MidNumLet, Single_Quote), ignored in casing.
constexpr Range kInsideWords[] = {
    {0x0027, 0x0027}, {0x002E, 0x002E}, {0x003A, 0x003A}, {0x00B7, 0x00B7},
    {0x0387, 0x0387}, {0x055F, 0x055F}, {0x05F4, 0x05F4}, {0x2018, 0x2019},
    {0x2024, 0x2024}, {0x2027, 0x2027}, {0xFE13, 0xFE13}, {0xFE52, 0xFE52},
    {0xFE55, 0xFE55}, {0xFF07, 0xFF07}, {0xFF0E, 0xFF0E}, {0xFF1A, 0xFF1A},
};

template <std::size_t Size>
bool in_ranges(char32_t code_point, const Range (&ranges)[Size]) {
  const auto* range = std::lower_bound(std::begin(ranges), std::end(ranges), code_point,
                                       [](const Range& r, char32_t c) { return r.last < c; });
  return range != std::end(ranges) && range->first <= code_point;
}

bool is_cased(char32_t code_point) {
  switch (utf8proc_category(static_cast<utf8proc_int32_t>(code_point))) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
      return true;
    default:
      return in_ranges(code_point, kOtherCased);
  }
}

bool is_case_ignorable(char32_t code_point) {
  switch (utf8proc_category(static_cast<utf8proc_int32_t>(code_point))) {
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_ME:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_SK:
      return true;
    default:
      return in_ranges(code_point, kInsideWords);
  }
}

/// Whether Final_Sigma holds: a cased letter before and none after, ignoring marks in between.
bool is_final_sigma(std::u32string_view text, std::size_t position) {
  const auto letter = [](char32_t c) { return !is_case_ignorable(c); };
  const auto before = text.substr(0, position);
  const auto after = text.substr(position + 1);
  const auto previous = std::find_if(before.rbegin(), before.rend(), letter);
  const auto next = std::find_if(after.begin(), after.end(), letter);
  return previous != before.rend() && is_cased(*previous) &&
         (next == after.end() || !is_cased(*next));
}

}  // namespace

bool is_white_space(char32_t code_point) {
  if (code_point < 0x80) {
    return (code_point >= 0x09 && code_point <= 0x0D) || (code_point >= 0x1C && code_point <= 0x20);
  }
  return code_point == 0x85 || code_point == 0xA0 || code_point == 0x1680 ||
         (code_point >= 0x2000 && code_point <= 0x200A) || code_point == 0x2028 ||
         code_point == 0x2029 || code_point == 0x202F || code_point == 0x205F ||
         code_point == 0x3000;
}

std::string_view strip_right(std::string_view text) {
  while (!text.empty()) {
    std::size_t start =
        text.size() - 1;  // start of the last code point, before its continuation bytes
    while (start > 0 && text.size() - start < 4 && continues_character(text[start])) --start;
    if (white_space_length(text.substr(start)) != text.size() - start) break;
    text.remove_suffix(text.size() - start);
  }
  return text;
}

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> words;
  std::size_t start = 0;
  for (std::size_t i = 0; i < text.size();) {
    const bool is_visible_ascii = text[i] > ' ' && text[i] < 0x7F;  // nearly always true
    const std::size_t length = is_visible_ascii ? 0 : white_space_length(text.substr(i));
    if (length == 0) {
      ++i;
      continue;
    }
    if (i > start) words.push_back(text.substr(start, i - start));
    i += length;
    start = i;
  }
  if (text.size() > start) words.push_back(text.substr(start));
  return words;
}

std::string lower(std::string_view text) {
  constexpr char32_t kCapitalIWithDot = 0x0130;
  constexpr char32_t kCapitalSigma = 0x03A3;
  const std::u32string code_points = decode_utf8(text);
  std::string lowered;
  lowered.reserve(text.size());
  for (std::size_t i = 0; i < code_points.size(); ++i) {
    const char32_t code_point = code_points[i];
    if (code_point == kCapitalIWithDot) {
      lowered += "i\u0307";
    } else if (code_point == kCapitalSigma) {
      lowered += is_final_sigma(code_points, i) ? "ς" : "σ";
    } else {
      const auto mapped = utf8proc_tolower(static_cast<utf8proc_int32_t>(code_point));
      append_utf8(static_cast<char32_t>(mapped), lowered);
    }
  }
  return lowered;
}

}  // namespace regard::metrics
