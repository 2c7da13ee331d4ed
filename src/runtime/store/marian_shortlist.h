#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/shortlist.h"
#include "text/tokenizer_pair.h"

namespace regard::interop {

/// A lexical shortlist of Marian (lex.s2t.bin), in the numbers of its vocabularies.
struct MarianShortlist {
  int64_t first = 0;  ///< the target's pieces from 0 to it are in every list
  std::vector<std::vector<int64_t>> of_source;
};

/// Whether these are the first bytes of such a file.
bool is_marian_shortlist(std::string_view bytes);

/// Reads the binary format of marian-conv. Throws Error, naming the file, if it is damaged.
MarianShortlist parse_marian_shortlist(std::string_view bytes, const std::string& path);

/// The shortlist in regard's ids. Where both languages have one vocabulary, a source token is in
/// its own list, as in Marian. Throws Error if it belongs to other vocabularies.
text::Shortlist read_marian_shortlist(const std::string& path,
                                      const text::TokenizerPair& tokenizers);

}  // namespace regard::interop
