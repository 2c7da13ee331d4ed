#include "alignment/token_words.h"

#include <algorithm>
#include <charconv>

#include "alignment/words.h"
#include "text/tokenizer_pair.h"

namespace regard::alignment {
namespace {

constexpr char kBlank = ' ';

/// The byte that a piece such as <0xE2> stands for; empty for other pieces.
std::string byte_of(std::string_view piece) {
  constexpr std::string_view kBegin = "<0x";
  if (piece.size() != kBegin.size() + 3 || !piece.starts_with(kBegin)) return {};
  unsigned value = 0;
  const auto* end = piece.data() + piece.size() - 1;
  if (std::from_chars(piece.data() + kBegin.size(), end, value, 16).ptr != end) return {};
  return {static_cast<char>(value)};
}

std::string with_blanks(std::string_view piece) {
  std::string text;
  while (!piece.empty()) {
    const bool is_mark = piece.starts_with(text::kWordMark);
    text += is_mark ? kBlank : piece.front();
    piece.remove_prefix(is_mark ? text::kWordMark.size() : 1);
  }
  return text;
}

}  // namespace

TokenTexts::TokenTexts(const text::Tokenizer& tokenizer) {
  const auto is_text = tokenizer.text_pieces();
  for (int64_t token = 0; token < tokenizer.size(); ++token) {
    const auto& piece = tokenizer.piece(token);
    if (is_text[static_cast<size_t>(token)]) {
      texts_.push_back(with_blanks(piece));
    } else if (token == text::kUnk) {
      texts_.emplace_back(" \u2047 ");
    } else if (const auto byte = byte_of(piece); !byte.empty()) {
      texts_.push_back(byte);
    } else {
      texts_.emplace_back(text::is_special(token) ? "" : "  ");
    }
  }
}

TokenWords::TokenWords(std::span<const int32_t> tokens, const TokenTexts& texts)
    : words_of_token_(tokens.size()) {
  if (tokens.empty()) return;
  std::vector<size_t> begins;
  for (const int32_t token : tokens) {
    begins.push_back(text_.size());
    text_ += texts[token];
  }
  begins.push_back(text_.size());
  words_ = words_of(text_);
  find_words(begins);
  // Runs backwards, so that a blank gets the words of the token after it.
  for (size_t token = tokens.size() - 1; token-- > 0;) {
    auto& words = words_of_token_[token];
    const bool is_mark = texts[tokens[token]] == " ";
    if (is_mark && words.begin == words.end && !texts[tokens[token + 1]].starts_with(kBlank)) {
      words = words_of_token_[token + 1];
      words.end = std::min(words.end, words.begin + 1);
    }
  }
  tokens_of_word_.resize(words_.size());
  for (size_t token = 0; token < tokens.size(); ++token) {
    for (size_t word = words_of_token_[token].begin; word < words_of_token_[token].end; ++word) {
      auto& range = tokens_of_word_[word];
      if (range.end == 0) range.begin = token;
      range.end = token + 1;
    }
  }
}

void TokenWords::find_words(std::span<const size_t> begins) {
  const auto begin_of = [&](size_t word) {
    return static_cast<size_t>(words_[word].data() - text_.data());
  };
  size_t word = 0;  // the first word that ends after the token begins
  for (size_t token = 0; token + 1 < begins.size(); ++token) {
    while (word < words_.size() && begin_of(word) + words_[word].size() <= begins[token]) ++word;
    size_t end = word;
    while (end < words_.size() && begin_of(end) < begins[token + 1]) ++end;
    words_of_token_[token] = {word, end};
  }
}

}  // namespace regard::alignment
