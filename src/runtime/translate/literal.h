#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "regard/translate/translation.h"
#include "text/tokenizer_pair.h"

namespace regard::translate {

/// Text before or after a translation that is not translated, such as a list mark.
/// Its words, where words are requested, belong to themselves in source and translation.
void add_marks_before(Translation& translation, std::string_view marks);
void add_marks_behind(Translation& translation, std::string_view marks);

/// The user's own text, which a translation that begins with `tokens` has in their place: it may
/// contain characters that the vocabulary lacks.
struct Literal {
  std::vector<int64_t> tokens;
  std::string text;
  bool is_joined = false;  ///< no space follows it, although no token begins a word behind it
};

/// The text of a translation's tokens, with the longest of the literals that it begins with.
std::string written_text(std::span<const int64_t> tokens, const text::TokenizerPair& tokenizers,
                         std::span<const Literal> literals);

/// Its pieces, unknown ones as they occur in the literal.
std::vector<std::string> written_pieces(std::span<const int64_t> tokens,
                                        const text::TokenizerPair& tokenizers,
                                        std::span<const Literal> literals);

}  // namespace regard::translate
