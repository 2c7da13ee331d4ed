#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "search/request.h"
#include "text/tokenizer_pair.h"
#include "translate/literal.h"
#include "translate/reading.h"

namespace regard::translate {

/// Line breaks become spaces: a translation is one line, regardless of the bytes that a model
/// writes. Includes Unicode line breaks, because readers of the translation may count lines by
/// them.
inline std::string one_line(std::string_view text) {
  constexpr std::array<std::string_view, 7> kEnds = {"\n",     "\r",     "\v",    "\f",
                                                     "\u0085", "\u2028", "\u2029"};
  std::string line;
  line.reserve(text.size());
  while (!text.empty()) {
    const auto* end = std::ranges::find_if(kEnds, [&](auto one) { return text.starts_with(one); });
    line += end == kEnds.end() ? text.front() : ' ';
    text.remove_prefix(end == kEnds.end() ? 1 : end->size());
  }
  return line;
}

/// Lowercases a sentence in capitals. A word is capitalized if it begins the sentence, or if
/// that form is cheaper in the source vocabulary, as with names.
std::string recased(std::string_view sentence, const text::TokenizerPair& tokenizers);

/// A text with a space for each word mark: the tokenizer returns a piece outside its vocabulary
/// with its mark.
std::string without_marks(std::string_view text);

/// The text of a hypothesis or of its first tokens.
class WrittenText {
 public:
  /// `copied`: the source pieces, ending in eos. Each unknown token is replaced by the piece that
  /// it attends to most. If it is empty, nothing is replaced.
  WrittenText(const search::Hypothesis& hypothesis, const text::TokenizerPair& tokenizers,
              const Reading& reading, std::span<const Literal> literals,
              const std::vector<std::string>& copied);

  /// The pieces of all tokens, including special ones, after replacement.
  const std::vector<std::string>& pieces() const { return pieces_; }

  /// The text of the first `count` tokens. It is a prefix of the text of all tokens, except for
  /// white space.
  std::string of_first(size_t count) const;
  std::string whole() const { return of_first(tokens_.size()); }

 private:
  std::string beginning(size_t count) const;

  const text::TokenizerPair& tokenizers_;
  const std::vector<int64_t>& tokens_;
  std::span<const Literal> literals_;
  bool in_capitals_, escapes_apostrophes_;
  bool has_copies_ = false;
  std::vector<std::string> pieces_;
};

}  // namespace regard::translate
