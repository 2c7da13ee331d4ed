#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/shortlist.h"
#include "text/tokenizer_pair.h"

namespace regard::interop {

/// A lexical shortlist in Marian's format (lex.s2t.bin), with the ids of Marian's vocabularies.
struct MarianShortlist {
  int64_t first = 0;  ///< the first `first` target pieces are in every list
  std::vector<std::vector<int64_t>> of_source;
};

/// Whether `bytes` starts like a binary shortlist of Marian.
bool is_marian_shortlist(std::string_view bytes);

/// Reads marian-conv's binary format. Throws Error naming the file if it is damaged.
MarianShortlist parse_marian_shortlist(std::string_view bytes, const std::string& path);

/// Whether both languages share a vocabulary file. If so, Marian adds each source token to its own
/// list. It does not do so for two files with the same content.
enum class VocabularyFiles { one, two };

/// The shortlist in regard's ids. Throws Error if it belongs to different vocabularies.
text::Shortlist read_marian_shortlist(const std::string& path,
                                      const text::TokenizerPair& tokenizers,
                                      VocabularyFiles vocabularies);

}  // namespace regard::interop
