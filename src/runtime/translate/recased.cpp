#include "translate/recased.h"

#include <algorithm>
#include <cstddef>
#include <tuple>

#include "text/letter_case.h"
#include "text/special_tokens.h"
#include "translate/word_edges.h"

namespace regard::translate {
namespace {

/// The fewer pieces the better; of a letter, which is one anyway, the more probable. Words that
/// begin sentences are probable with a capital, so that says nothing of longer ones.
std::tuple<size_t, double> cost(const std::string& word, const text::TokenizerPair& tokenizers) {
  double score = 0.0;
  size_t unknown = 0;
  const auto tokens = tokenizers.encode_source(word);
  for (const int64_t token : tokens) {
    if (token == text::kUnk) ++unknown;
    const bool counts = token != text::kUnk && token != text::kEos && word.size() == 1;
    if (counts) score += tokenizers.source().score(token);
  }
  return {tokens.size() + unknown, -score};
}

}  // namespace

std::string recased(std::string_view sentence, const text::TokenizerPair& tokenizers) {
  std::string result;
  bool begins = true;           // the sentence
  bool follows_letter = false;  // it's
  while (!sentence.empty()) {
    const size_t size = word_at_begin(sentence);
    if (size == 0) {
      const size_t length = std::max<size_t>(first_code_point(sentence).length, 1);
      const auto mark = sentence.substr(0, length);
      follows_letter = follows_letter && (mark == "'" || mark == "\u2019");
      result += mark;
      sentence.remove_prefix(length);
      continue;
    }
    const auto small = text::in_lower_case(sentence.substr(0, size));
    const auto capital = text::with_capital(small);
    const bool is_name =
        !begins && !follows_letter && cost(capital, tokenizers) < cost(small, tokenizers);
    result += begins || is_name ? capital : small;
    begins = false;
    follows_letter = true;
    sentence.remove_prefix(size);
  }
  return result;
}

}  // namespace regard::translate
