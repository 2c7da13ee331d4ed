#pragma once
#include <string>

#include "text/vocabulary_list.h"

namespace regard::interop {

/// A Marian vocabulary, read according to its file extension: pieces and ids in YAML or JSON (.yml,
/// .yaml, .json), a SentencePiece model (.spm), or one piece per line. The end of sentence is </s>
/// and the unknown piece <unk>. There is no pad or bos, since Marian starts from zeros. Throws
/// Error if the file is damaged or has factors (.fsv).
text::VocabularyList read_marian_vocabulary(const std::string& path);

/// Writes Marian's YAML: a line `"PIECE": NUMBER` for each piece.
void write_marian_vocabulary(const std::string& path, const text::VocabularyList& list);

}  // namespace regard::interop
