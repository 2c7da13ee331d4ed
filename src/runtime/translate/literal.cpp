#include "translate/literal.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/utf8.h"
#include "text/tokenizer_pair.h"

namespace regard::translate {
namespace {

using Words = std::vector<std::string>;

Words words_between_spaces(std::string_view text) {
  Words words;
  for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
    const size_t size = std::min(text.find_first_of(kBlanks), text.size());
    words.emplace_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return words;
}

/// One-hot rows for `count` words: the first in column `first`, the next in the following column,
/// and so on.
std::vector<std::vector<float>> rows_of_marks(size_t count, size_t columns, size_t first) {
  std::vector<std::vector<float>> rows(count, std::vector<float>(columns, 0.0F));
  for (size_t mark = 0; mark < count; ++mark) rows[mark][first + mark] = 1.0F;
  return rows;
}

void add_words(Translation& translation, const Words& marks, bool is_before) {
  auto& source = translation.source_words;
  if (marks.empty() || source.empty()) return;
  const size_t words = source.size(), columns = words + marks.size();
  const auto insert = [&](auto& all, const auto& some) {
    all.insert(is_before ? all.begin() : all.end(), some.begin(), some.end());
  };
  insert(source, marks);
  for (auto& candidate : translation.n_best) {
    if (candidate.attention.empty()) continue;
    insert(candidate.words, marks);
    const std::vector<float> nothing(marks.size(), 0.0F);
    for (auto& row : candidate.attention) insert(row, nothing);
    insert(candidate.attention, rows_of_marks(marks.size(), columns, is_before ? 0 : words));
  }
}

}  // namespace

void add_marks_before(Translation& translation, std::string_view marks) {
  if (marks.empty()) return;
  translation.text.insert(0, marks);
  for (auto& candidate : translation.n_best) candidate.text.insert(0, marks);
  add_words(translation, words_between_spaces(marks), true);
}

void add_marks_behind(Translation& translation, std::string_view marks) {
  if (marks.empty()) return;
  translation.text += marks;
  for (auto& candidate : translation.n_best) candidate.text += marks;
  add_words(translation, words_between_spaces(marks), false);
}

namespace {

const Literal* longest_of(std::span<const int64_t> tokens, std::span<const Literal> literals) {
  const Literal* longest = nullptr;
  for (const auto& literal : literals) {
    const auto count = literal.tokens.size();
    const bool begins =
        tokens.size() >= count && std::ranges::equal(tokens.first(count), literal.tokens);
    if (begins && (longest == nullptr || count > longest->tokens.size())) longest = &literal;
  }
  return longest;
}

}  // namespace

std::string written_text(std::span<const int64_t> tokens, const text::TokenizerPair& tokenizers,
                         std::span<const Literal> literals) {
  auto text = tokenizers.decode_target(tokens);
  const auto* literal = longest_of(tokens, literals);
  if (literal == nullptr) return text;
  text.erase(0, tokenizers.decode_target(literal->tokens).size());
  const bool is_apart =
      literal->tokens.empty() && !literal->is_joined && !text.empty() && !literal->text.empty();
  return literal->text + (is_apart ? " " : "") + text;
}

std::vector<std::string> written_pieces(std::span<const int64_t> tokens,
                                        const text::TokenizerPair& tokenizers,
                                        std::span<const Literal> literals) {
  std::vector<std::string> pieces;
  for (const int64_t token : tokens) pieces.push_back(tokenizers.target().piece(token));
  const auto* literal = longest_of(tokens, literals);
  if (literal == nullptr) return pieces;
  auto own = tokenizers.target().encode_as_pieces(tokenizers.prepared(literal->text));
  const bool has_eos = !literal->tokens.empty() && literal->tokens.back() == text::kEos;
  if (own.size() + (has_eos ? 1 : 0) == literal->tokens.size()) {
    std::ranges::move(own, pieces.begin());
  }
  return pieces;
}

}  // namespace regard::translate
