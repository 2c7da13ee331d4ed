#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "regard/translate/translation.h"
#include "text/tokenizer_pair.h"

namespace regard::translate {

/// Adds untranslated text, such as a list mark, before or after a translation. If words are
/// requested, the words of that text are aligned with themselves.
void add_marks_before(Translation& translation, std::string_view marks);
void add_marks_behind(Translation& translation, std::string_view marks);

/// The user's own text, which replaces `tokens` at the beginning of a translation. It may contain
/// characters that the vocabulary lacks.
struct Literal {
  std::vector<int64_t> tokens;
  std::string text;
  bool is_joined = false;  ///< no space follows the text even if `tokens` is empty
};

/// The text of a translation's tokens, using the longest literal that matches the first tokens.
std::string written_text(std::span<const int64_t> tokens, const text::TokenizerPair& tokenizers,
                         std::span<const Literal> literals);

/// The pieces of the translation's tokens; unknown ones appear as in the literal.
std::vector<std::string> written_pieces(std::span<const int64_t> tokens,
                                        const text::TokenizerPair& tokenizers,
                                        std::span<const Literal> literals);

}  // namespace regard::translate
