#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "search/hypothesis.h"
#include "text/tokenizer_pair.h"
#include "translate/literal.h"

namespace regard::translate {

/// A text with a space for each mark of one: the tokenizer returns a piece outside its vocabulary
/// with its mark.
std::string without_marks(std::string_view text);

/// The text that a hypothesis writes, and that of its first tokens.
class WrittenText {
 public:
  /// `copied`: the source's pieces, ending in eos, of which the one attended to most replaces each
  /// unknown token; empty: none does.
  WrittenText(const search::Hypothesis& hypothesis, const text::TokenizerPair& tokenizers,
              bool in_capitals, std::span<const Literal> literals,
              const std::vector<std::string>& copied);

  /// The pieces of the tokens, special ones included, after replacement.
  const std::vector<std::string>& pieces() const { return pieces_; }

  /// The text of the first `count` tokens; it begins the text of them all, apart from white space.
  std::string of_first(size_t count) const;
  std::string whole() const { return of_first(tokens_.size()); }

 private:
  std::string beginning(size_t count) const;

  const text::TokenizerPair& tokenizers_;
  const std::vector<int64_t>& tokens_;
  std::span<const Literal> literals_;
  bool in_capitals_;
  bool has_copies_ = false;
  std::vector<std::string> pieces_;
};

}  // namespace regard::translate
