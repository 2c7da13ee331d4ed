#include "regard/base/utf8.h"

#include <algorithm>
#include <cstdint>

namespace regard {
namespace {

constexpr char32_t kReplacement = U'\uFFFD';

/// Calls `take` with each code point, U+FFFD for a byte that is not well-formed.
template <class Take>
void for_each_code_point(std::string_view bytes, Take take) {
  while (!bytes.empty()) {
    const CodePoint first = first_code_point(bytes);
    take(first.length > 0 ? first.value : kReplacement);
    bytes.remove_prefix(std::max<size_t>(first.length, 1));
  }
}

}  // namespace

CodePoint first_code_point(std::string_view bytes) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(bytes[i]); };
  const uint8_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};

  const size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || bytes.size() < length) return {0, 0};
  char32_t value = lead & (0xFFU >> (length + 1));
  for (size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) return {0, 0};
    value = (value << 6U) | (byte(i) & 0x3FU);
  }
  constexpr char32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};  // of a length: below, overlong
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (value < kSmallest[length] || surrogate || value > 0x10FFFF) return {0, 0};
  return {value, length};
}

std::optional<size_t> first_invalid_utf8(std::string_view bytes) {
  for (size_t at = 0; at < bytes.size();) {
    const size_t length = first_code_point(bytes.substr(at)).length;
    if (length == 0) return at;
    at += length;
  }
  return std::nullopt;
}

std::string replace_invalid_utf8(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size());
  for_each_code_point(bytes, [&](char32_t code_point) { append_utf8(code_point, text); });
  return text;
}

std::u32string decode_utf8(std::string_view bytes) {
  std::u32string code_points;
  code_points.reserve(bytes.size());
  for_each_code_point(bytes, [&](char32_t code_point) { code_points.push_back(code_point); });
  return code_points;
}

void append_utf8(char32_t code_point, std::string& text) {
  const auto append = [&](char32_t byte) { text.push_back(static_cast<char>(byte)); };
  if (code_point < 0x80) {
    append(code_point);
  } else if (code_point < 0x800) {
    append(0xC0U | (code_point >> 6U));
    append(0x80U | (code_point & 0x3FU));
  } else if (code_point < 0x10000) {
    append(0xE0U | (code_point >> 12U));
    append(0x80U | ((code_point >> 6U) & 0x3FU));
    append(0x80U | (code_point & 0x3FU));
  } else {
    append(0xF0U | (code_point >> 18U));
    append(0x80U | ((code_point >> 12U) & 0x3FU));
    append(0x80U | ((code_point >> 6U) & 0x3FU));
    append(0x80U | (code_point & 0x3FU));
  }
}

size_t column_of(std::string_view line, size_t offset) {
  size_t column = 1;
  for (size_t i = 0; i < offset && i < line.size(); ++i) {
    if ((static_cast<unsigned char>(line[i]) & 0xC0U) != 0x80U) ++column;
  }
  return column;
}

}  // namespace regard
