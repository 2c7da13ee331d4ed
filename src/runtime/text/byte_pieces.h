#pragma once
#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/utf8.h"
#include "text/characters.h"
#include "text/tokenizer_pair.h"

namespace regard::text {

/// Whether a piece is a byte of a character that the vocabulary lacks (tokenizer.byte_fallback):
/// <0xC3>.
inline bool is_byte_piece(std::string_view piece) {
  constexpr size_t kSize = 6;
  return piece.size() == kSize && piece.starts_with("<0x") && piece.ends_with('>');
}

/// Whether a vocabulary with byte fallback has this piece, a single character beyond ASCII, but no
/// longer piece that contains it. The character was then too rare in training to be learned.
inline bool is_rare_piece(const Tokenizer& tokenizer, std::string_view piece) {
  const auto [character, length] = first_code_point(piece);
  if (length < 2 || length != piece.size() || piece == kWordMark) return false;
  return tokenizer.has_byte_fallback() && !tokenizer.is_in_longer_piece(character);
}

/// Whether any of the tokens stands for characters that the model does not know: an unknown token,
/// a byte, or a rare letter or punctuation mark. Quotation marks do not count.
inline bool lacks_characters(const Tokenizer& tokenizer, std::span<const int64_t> tokens) {
  return std::ranges::any_of(tokens, [&](const int64_t token) {
    if (token == kUnk || is_special(token)) return token == kUnk;
    const auto& piece = tokenizer.piece(token);
    if (is_byte_piece(piece)) return true;
    const char32_t character = first_code_point(piece).value;
    const bool counts = is_letter(character) || category(character) == UTF8PROC_CATEGORY_PO;
    return counts && is_rare_piece(tokenizer, piece);
  });
}

}  // namespace regard::text
