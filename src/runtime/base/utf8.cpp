#include "base/utf8.h"

#include <utf8proc.h>

#include <algorithm>

namespace regard {
namespace {

constexpr char32_t kReplacement = U'\uFFFD';

/// Calls `take` with each code point, U+FFFD for each ill-formed byte.
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
  utf8proc_int32_t value = 0;
  const auto length = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(bytes.data()),
                                       static_cast<utf8proc_ssize_t>(bytes.size()), &value);
  if (length <= 0) return {0, 0};
  return {static_cast<char32_t>(value), static_cast<size_t>(length)};
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
  utf8proc_uint8_t bytes[4];
  const auto length = utf8proc_encode_char(static_cast<utf8proc_int32_t>(code_point), bytes);
  text.append(reinterpret_cast<const char*>(bytes), static_cast<size_t>(length));
}

size_t column_of(std::string_view line, size_t offset) {
  size_t column = 1;
  for (size_t i = 0; i < offset && i < line.size(); ++i) {
    if (!continues_character(line[i])) ++column;
  }
  return column;
}

}  // namespace regard
