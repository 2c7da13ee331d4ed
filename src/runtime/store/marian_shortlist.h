#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/shortlist.h"
#include "text/tokenizer_pair.h"

namespace regard::interop {

/// A lexical shortlist of Marian (lex.s2t.bin), with the ids of its vocabularies.
struct MarianShortlist {
  int64_t first = 0;  ///< the first `first` target pieces are in every list
  std::vector<std::vector<int64_t>> of_source;
};

/// Whether `bytes` starts like such a file.
bool is_marian_shortlist(std::string_view bytes);

/// Reads the binary format of marian-conv. Throws Error naming the file if it is damaged.
MarianShortlist parse_marian_shortlist(std::string_view bytes, const std::string& path);

/// The shortlist in regard's ids. If both languages share a vocabulary, each source token is in its
/// own list, as in Marian. Throws Error if the shortlist belongs to different vocabularies.
text::Shortlist read_marian_shortlist(const std::string& path,
                                      const text::TokenizerPair& tokenizers);

}  // namespace regard::interop
