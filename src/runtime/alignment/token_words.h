#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/tokenizer.h"

namespace regard::alignment {

/// The text of each token of a vocabulary, with a blank where a word begins. Special symbols, which
/// belong to no word, are blanks; tokens without text are empty.
class TokenTexts {
 public:
  explicit TokenTexts(const text::Tokenizer& tokenizer);
  const std::string& operator[](int32_t token) const { return texts_[static_cast<size_t>(token)]; }

 private:
  std::vector<std::string> texts_;
};

/// The words of a tokenized sentence (words_of) and the mapping between tokens and words.
class TokenWords {
 public:
  struct Range {
    size_t begin = 0, end = 0;
  };

  TokenWords(std::span<const int32_t> tokens, const TokenTexts& texts);
  TokenWords(const TokenWords&) = delete;  // words_ are views into text_
  TokenWords& operator=(const TokenWords&) = delete;

  std::span<const std::string_view> words() const { return words_; }
  /// The words that a token is part of: one, unless it has no text or extends into the next word
  /// ("l'eau"). A lone blank belongs to the word after it.
  Range words_of_token(size_t token) const { return words_of_token_[token]; }
  /// The tokens that make up a word.
  Range tokens_of_word(size_t word) const { return tokens_of_word_[word]; }

 private:
  void find_words(std::span<const size_t> begins);

  std::string text_;
  std::vector<std::string_view> words_;
  std::vector<Range> words_of_token_, tokens_of_word_;
};

}  // namespace regard::alignment
