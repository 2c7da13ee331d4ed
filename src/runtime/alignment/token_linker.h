#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "alignment/links.h"
#include "alignment/token_words.h"
#include "alignment/word_linker.h"
#include "corpus/examples.h"
#include "text/tokenizer_pair.h"

namespace regard::alignment {

/// Links the tokens of any tokenized sentence pair, as a WordLinker links the words that they are
/// parts of, however they are cut into tokens. Safe to use from several threads.
class TokenLinker {
 public:
  /// Learned from at most `most` of the examples, spread evenly; for `after`, see Aligner::learn.
  static TokenLinker learned_from(const corpus::Examples& examples, int64_t most,
                                  const text::TokenizerPair& tokenizers,
                                  const std::function<void(int64_t done, int64_t all)>& after = {});
  /// What bytes() of a linker gave; nothing if these are none.
  static std::optional<TokenLinker> from_bytes(std::string_view bytes,
                                               const text::TokenizerPair& tokenizers);
  std::string bytes() const { return words_.bytes(); }

  /// Each token of a word and each of a linked word; and the ends of both sentences.
  Links operator()(std::span<const int32_t> source, std::span<const int32_t> target) const;

 private:
  TokenLinker(WordLinker words, const text::TokenizerPair& tokenizers)
      : words_(std::move(words)), source_(tokenizers.source()), target_(tokenizers.target()) {}

  WordLinker words_;
  TokenTexts source_, target_;
};

}  // namespace regard::alignment
