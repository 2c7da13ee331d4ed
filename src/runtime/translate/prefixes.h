#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "text/tokenizer_pair.h"
#include "translate/literal.h"
#include "translate/sources.h"

namespace regard::translate {

/// The required beginning of a source's translation. The model reads `tokens`, which leave out the
/// words with characters that its vocabulary lacks.
struct Prefix {
  Tokens tokens;                        ///< with eos if they are all of it
  std::optional<Literal> literal = {};  ///< set if their text differs from the user's
};

/// The parts of a line that are translated one by one.
struct LineParts {
  std::span<const size_t> sentences;    ///< the sentence of each
  std::span<const std::string> before;  ///< what the line has before each
};

/// The prefix of a line's translation, sentence by sentence: the part of the line, then its prefix.
/// Each sentence of the prefix but its last is the whole translation of a sentence. The last
/// sentence of the line gets the rest; the model reads only the last sentence of it. Marks that the
/// line has before a part, too, are not repeated.
std::vector<std::pair<size_t, Prefix>> prefixes_of(const std::string& of_line,
                                                   const LineParts& parts,
                                                   const text::TokenizerPair& tokenizers);

}  // namespace regard::translate
