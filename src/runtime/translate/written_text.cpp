#include "translate/written_text.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>
#include <tuple>

#include "base/utf8.h"
#include "text/characters.h"
#include "text/tokenizer_pair.h"
#include "translate/word_alignment.h"

namespace regard::translate {
namespace {

/// Fewer pieces cost less. For single letters, which are one piece anyway, the more probable one
/// costs less. The probability of longer words is ignored, because words that often begin sentences
/// are probable with a capital.
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
  bool begins = true;           // at the beginning of the sentence
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

std::string without_marks(std::string_view text) {
  std::string spaced;
  for (size_t begin = 0; begin < text.size();) {
    const size_t mark = std::min(text.find(text::kWordMark, begin), text.size());
    spaced.append(text, begin, mark - begin);
    if (mark < text.size()) spaced += ' ';
    begin = mark + text::kWordMark.size();
  }
  return spaced.substr(std::min(spaced.find_first_not_of(' '), spaced.size()));
}

WrittenText::WrittenText(const search::Hypothesis& hypothesis,
                         const text::TokenizerPair& tokenizers, const Reading& reading,
                         std::span<const Literal> literals, const std::vector<std::string>& copied)
    : tokenizers_(tokenizers),
      tokens_(hypothesis.tokens),
      literals_(literals),
      in_capitals_(reading.in_capitals),
      escapes_apostrophes_(reading.escapes_apostrophes),
      pieces_(pieces_of(tokenizers.target(), hypothesis.tokens)) {
  if (copied.size() < 2 || hypothesis.attention.empty()) return;
  for (size_t i = 0; i < tokens_.size(); ++i) {
    if (tokens_[i] != text::kUnk) continue;
    has_copies_ = true;
    const auto& row = hypothesis.attention[i];
    const auto count = std::min(row.size(), copied.size() - 1);  // all except eos
    const auto most =
        std::max_element(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(count));
    pieces_[i] = copied[static_cast<size_t>(most - row.begin())];
  }
}

std::string WrittenText::beginning(size_t count) const {
  const auto first = std::span(tokens_).first(count);
  auto text = written_text(first, tokenizers_, literals_);
  if (count == tokens_.size()) return text;
  auto whole = written_text(tokens_, tokenizers_, literals_);
  if (whole.starts_with(trimmed_end(text))) return text;
  // The literal for all tokens has the user's characters in place of unknown ones.
  const auto decoded = tokenizers_.decode_target(tokens_);
  const auto begun = tokenizers_.decode_target(first);
  const auto rest = std::string_view(decoded).substr(std::min(begun.size(), decoded.size()));
  if (whole.ends_with(rest)) {
    whole.resize(whole.size() - rest.size());
    return whole;
  }
  size_t end = 0;
  for (int64_t words = words_in(begun); words > 0 && end < whole.size(); --words) {
    end = std::min(whole.find_first_not_of(kBlanks, end), whole.size());
    end = std::min(whole.find_first_of(kBlanks, end), whole.size());
  }
  whole.resize(end);
  return whole;
}

std::string WrittenText::of_first(size_t count) const {
  std::string text;
  if (has_copies_) {
    std::vector<std::string> pieces;
    for (size_t i = 0; i < count; ++i) {
      if (!text::is_special(tokens_[i])) pieces.push_back(pieces_[i]);
    }
    text = without_marks(tokenizers_.target().decode_pieces(pieces));
  } else {
    text = beginning(count);
  }
  text = one_line(text);
  if (escapes_apostrophes_) text = text::with_escaped_apostrophes(text);
  return in_capitals_ ? text::in_capitals(text) : text;
}

}  // namespace regard::translate
