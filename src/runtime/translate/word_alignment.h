#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/utf8.h"
#include "text/characters.h"
#include "text/tokenizer.h"

namespace regard::translate {

inline bool is_white_space(std::string_view character) {
  return text::is_blank(first_code_point(character).value);
}

/// Size in bytes of the letters and digits at the beginning (or end) of a text.
inline size_t word_at_begin(std::string_view text) {
  size_t size = 0;
  while (size < text.size()) {
    const auto [value, length] = first_code_point(text.substr(size));
    if (length == 0 || !text::is_of_word(value)) break;
    size += length;
  }
  return size;
}
inline size_t word_at_end(std::string_view text) {
  size_t size = 0;
  while (size < text.size()) {
    const auto rest = text.substr(0, text.size() - size);
    const size_t length = last_character_size(rest);
    if (!text::is_of_word(first_code_point(rest.substr(rest.size() - length)).value)) break;
    size += length;
  }
  return size;
}

/// Whether a text begins (or ends) with a letter or digit.
inline bool begins_with_word(std::string_view text) {
  const auto [value, length] = first_code_point(text);
  return length > 0 && text::is_of_word(value);
}
inline bool ends_with_word(std::string_view text) {
  if (text.empty()) return false;
  return begins_with_word(text.substr(text.size() - last_character_size(text)));
}

inline bool has_word_character(std::string_view text) {
  while (!text.empty()) {
    const auto [value, length] = first_code_point(text);
    if (length > 0 && text::is_of_word(value)) return true;
    text.remove_prefix(std::max<size_t>(length, 1));
  }
  return false;
}

/// The text without white space of any width at the beginning (or end).
inline std::string_view trimmed_begin(std::string_view text) {
  while (!text.empty() && is_white_space(text)) {
    text.remove_prefix(std::max<size_t>(first_code_point(text).length, 1));
  }
  return text;
}
inline std::string_view trimmed_end(std::string_view text) {
  while (!text.empty()) {
    const size_t length = last_character_size(text);
    if (!is_white_space(text.substr(text.size() - length))) break;
    text.remove_suffix(length);
  }
  return text;
}

/// Whether an item is a tag, character reference, escape, or Markdown, wiki or LaTeX mark, which
/// may occur inside a word.
inline bool is_markup(std::string_view item) {
  if (item.empty()) return false;
  return text::is_among(item[0], "<\\&") || item == "[" || item == "}" || item.starts_with("](") ||
         item.starts_with("][") || item == "]]" || item == "[[" ||
         (item.starts_with("[[") && item.ends_with('|')) ||
         item.find_first_not_of(item[0] == '~'    ? "~"
                                : item[0] == '\'' ? "'"
                                                  : "*_") == std::string_view::npos;
}

/// Whether the letters next to a placeholder belong to it: {n}th, %dx, but not {1}I.
inline bool is_affix(std::string_view letters) {
  constexpr size_t kMostLetters = 2;
  return letters.size() <= kMostLetters &&
         std::ranges::none_of(letters, [](char c) { return c >= 'A' && c <= 'Z'; });
}

inline std::vector<std::string> pieces_of(const text::Tokenizer& tokenizer,
                                          std::span<const int64_t> ids) {
  std::vector<std::string> pieces;
  for (const int64_t id : ids) pieces.push_back(tokenizer.piece(id));
  return pieces;
}

/// The text of each word of `pieces` (words_of() in word_alignment.h).
std::vector<std::string> texts_of_words(const text::Tokenizer& tokenizer,
                                        const std::vector<std::string>& pieces);

/// Word alignment: the source words that translated words come from, derived from token attention.

/// Rows: target; columns: source.
using Weights = std::vector<std::vector<float>>;

/// The places where words end: only at blanks ("l'eau."), or also between letters and marks ("l",
/// "'", "eau", ".").
enum class WordEnds { at_blanks, at_marks };

/// The word index of each piece, from 0. A word starts at a piece with SentencePiece's word mark,
/// at the first piece, and at a replacement for an unknown piece. -1 for a special token, which is
/// not part of any word.
std::vector<int64_t> words_of(const std::vector<std::string>& pieces,
                              WordEnds ends = WordEnds::at_blanks);

/// Attention of target words over source words, with rows that sum to 1, computed from token
/// attention: the mean over a target word's pieces of the sums over a source word's pieces. Special
/// tokens attract leftover attention and are excluded first.
Weights attention_of_words(const Weights& attention, const std::vector<std::string>& source,
                           const std::vector<std::string>& target,
                           WordEnds ends = WordEnds::at_blanks);

struct AlignedWords {
  int64_t source;
  int64_t target;

  bool operator==(const AlignedWords&) const = default;
};

/// Each target word with the source word that it attends to most, sorted by source, then by target.
/// `begins`: the source word at which each row begins; if empty, the first word for every row.
std::vector<AlignedWords> hard_alignment(const Weights& attention_of_words,
                                         const std::vector<size_t>& begins = {});

/// Expands rows that begin at the given source words to rows over `columns` source words.
Weights whole_rows(const Weights& attention_of_words, const std::vector<size_t>& begins,
                   size_t columns);

/// Writes "0-0 1-2", the Pharaoh format used by Moses.
std::string to_pharaoh(const std::vector<AlignedWords>& alignment);

/// Writes "0.9,0.1 0.2,0.8": for each target word, the source words' weights, as in Marian.
std::string to_soft_alignment(const Weights& attention_of_words);

}  // namespace regard::translate
