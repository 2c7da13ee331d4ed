#pragma once
#include <string>

#include "text/vocabulary_list.h"

namespace regard::interop {

/// A vocabulary of Marian, by the ending of its name: pieces and their numbers in YAML or JSON
/// (.yml, .yaml, .json), a SentencePiece model (.spm), or a piece on each line. Its end of sentence
/// is </s> and its unknown piece <unk>; it has neither pad nor bos, since Marian starts with zeros.
/// Throws Error if it is damaged, and for factors (.fsv).
text::VocabularyList read_marian_vocabulary(const std::string& path);

/// The same as Marian's YAML: a line `"PIECE": NUMBER` for each piece.
void write_marian_vocabulary(const std::string& path, const text::VocabularyList& list);

}  // namespace regard::interop
