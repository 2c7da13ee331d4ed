#include "translate/prefixes.h"

#include <algorithm>
#include <string_view>

#include "regard/base/ascii.h"
#include "regard/text/sentences.h"
#include "regard/text/special_tokens.h"

namespace regard::translate {
namespace {

/// Without the words that have an unknown token.
Tokens known_words(const Tokens& tokens, const text::Tokenizer& tokenizer) {
  Tokens known;
  for (size_t begin = 0, end = 0; begin < tokens.size(); begin = end) {
    const auto begins_word = [&](int64_t token) {
      return tokenizer.piece(token).starts_with(text::kWordMark);
    };
    for (end = begin + 1; end < tokens.size() && !begins_word(tokens[end]);) ++end;
    const std::span word(tokens.data() + begin, end - begin);
    if (std::ranges::find(word, text::kUnk) != word.end()) continue;
    known.insert(known.end(), word.begin(), word.end());
  }
  return known;
}

Prefix prefix_of(std::string_view text, bool is_all, const text::TokenizerPair& tokenizers) {
  auto tokens = tokenizers.encode_target(text);
  tokens.pop_back();
  Prefix prefix{.tokens = known_words(tokens, tokenizers.target())};
  if (tokenizers.decode_target(prefix.tokens) != text) {
    prefix.literal = Literal{.tokens = prefix.tokens, .text = std::string(text)};
  }
  if (is_all) prefix.tokens.push_back(text::kEos);
  return prefix;
}

}  // namespace

std::vector<std::pair<size_t, Prefix>> prefixes_of(const std::string& of_line,
                                                   std::span<const size_t> sentences,
                                                   const text::TokenizerPair& tokenizers) {
  const auto whole = trimmed(of_line);
  std::vector<std::pair<size_t, Prefix>> prefixes;
  if (whole.empty()) return prefixes;
  const auto own = text::split_sentences(whole);
  for (size_t part = 0, sentence = 0; part < sentences.size() && sentence < own.size(); ++part) {
    const bool begins = part == 0 || sentences[part] != sentences[part - 1];
    if (!begins) continue;
    const bool is_last_of_line = sentences[part] == sentences.back();
    const auto begin = static_cast<size_t>(own[sentence].data() - whole.data());
    const auto text = is_last_of_line ? whole.substr(begin) : own[sentence];
    const bool is_one_part = part + 1 < sentences.size() && sentences[part + 1] != sentences[part];
    const bool is_all = !is_last_of_line && is_one_part && sentence + 1 < own.size();
    prefixes.emplace_back(part, prefix_of(trimmed(text), is_all, tokenizers));
    ++sentence;
  }
  return prefixes;
}

}  // namespace regard::translate
