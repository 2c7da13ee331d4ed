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

/// Links the tokens of a sentence pair in any tokenization, from the links that a WordLinker finds
/// between words. Thread-safe.
class TokenLinker {
 public:
  /// Learns from at most `most` of the examples, evenly spaced. For `after`, see Aligner::learn.
  static TokenLinker learned_from(const corpus::Examples& examples, int64_t most,
                                  const text::TokenizerPair& tokenizers,
                                  const std::function<void(int64_t done, int64_t all)>& after = {});
  /// Reads the result of bytes(). Returns nothing if the data is not valid.
  static std::optional<TokenLinker> from_bytes(std::string_view bytes,
                                               const text::TokenizerPair& tokenizers);
  std::string bytes() const { return words_.bytes(); }

  /// Links every token of a word to every token of each linked word, and the two end tokens to each
  /// other.
  Links operator()(std::span<const int32_t> source, std::span<const int32_t> target) const;

 private:
  TokenLinker(WordLinker words, const text::TokenizerPair& tokenizers)
      : words_(std::move(words)), source_(tokenizers.source()), target_(tokenizers.target()) {}

  WordLinker words_;
  TokenTexts source_, target_;
};

}  // namespace regard::alignment
