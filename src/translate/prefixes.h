#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "regard/text/tokenizer_pair.h"
#include "regard/translate/literal.h"
#include "regard/translate/sources.h"

namespace regard::translate {

/// The required beginning of a source's translation. The model reads `tokens`, which leave out the
/// words with characters that its vocabulary lacks.
struct Prefix {
  Tokens tokens;                        ///< with eos if they are all of it
  std::optional<Literal> literal = {};  ///< set if their text differs from the user's
};

/// The prefix of a line's translation, sentence by sentence: the part of the line, then its prefix.
/// `sentences` has the sentence of each part. Each sentence of the prefix but its last is the whole
/// translation of a sentence; the last sentence of the line gets what remains.
std::vector<std::pair<size_t, Prefix>> prefixes_of(const std::string& of_line,
                                                   std::span<const size_t> sentences,
                                                   const text::TokenizerPair& tokenizers);

}  // namespace regard::translate
