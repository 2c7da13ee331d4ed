#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

/// UTF-8 as RFC 3629 has it: no surrogates, no overlong forms, at most U+10FFFF.
namespace regard {

struct CodePoint {
  char32_t value;
  size_t length;  ///< in bytes; 0 if not well-formed UTF-8
};

/// Whether a byte of well-formed UTF-8 is not the first of its character.
constexpr bool continues_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// Bytes of the character at the end of `text`, which must not be empty.
constexpr size_t last_character_size(std::string_view text) {
  size_t begin = text.size() - 1;
  while (begin > 0 && continues_character(text[begin])) --begin;
  return text.size() - begin;
}

/// Decodes the beginning of `bytes`, which must not be empty.
CodePoint first_code_point(std::string_view bytes);

/// The code point at the end of `text`, which must not be empty.
inline char32_t last_code_point(std::string_view text) {
  return first_code_point(text.substr(text.size() - last_character_size(text))).value;
}

/// Offset of the first byte that is not part of well-formed UTF-8.
std::optional<size_t> first_invalid_utf8(std::string_view bytes);

/// `bytes` with each byte that is not well-formed UTF-8 replaced by U+FFFD.
std::string replace_invalid_utf8(std::string_view bytes);

/// The code points of `bytes`. Each byte that is not well-formed UTF-8 becomes U+FFFD.
std::u32string decode_utf8(std::string_view bytes);

/// Appends one code point to `text`.
void append_utf8(char32_t code_point, std::string& text);

/// Number, from 1, of the code point that contains or follows byte `offset`: the column an editor
/// shows.
size_t column_of(std::string_view line, size_t offset);

}  // namespace regard
