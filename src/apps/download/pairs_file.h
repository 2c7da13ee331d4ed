#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "download/layouts.h"
#include "download/unpack.h"

namespace regard::download {

/// The file with the pairs of a corpus, as lines of English<TAB>French.
inline constexpr const char* kPairsFile = "pairs.tsv";

struct PairCounts {
  int64_t written = 0;
  int64_t skipped = 0;  ///< without a translation, or marked as drafts
};

/// Passes the lines of pairs.tsv to `take`. White space within a text, including tabs and line
/// ends, becomes one space. Throws Error for a corpus without pairs, and Interrupted.
PairCounts write_pairs(const Layout& layout, const std::vector<std::string>& files,
                       const Sink& take);

}  // namespace regard::download
