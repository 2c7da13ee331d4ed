#include "translate/literal.h"

#include <algorithm>

#include "text/special_tokens.h"

namespace regard::translate {

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
