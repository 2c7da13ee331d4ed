#pragma once
#include <cstdint>
#include <string>

#include "bitext/pair_reader.h"

namespace regard::bitext {

/// Which two columns of a table are texts.
struct TextColumns {
  int64_t source = 1, target = 2;
  std::string note = {};  ///< why these; empty for the first two
};

/// Looks at the first pairs of a reader of columns 1 and 2: identifiers, numbers, addresses, and
/// labels that many lines share are no texts. Tables of two columns have no others.
TextColumns find_text_columns(PairReader& reader);

/// The columns that `options` name, or else those that hold text. `read` is the reader of the
/// format.
TextColumns chosen_columns(const std::string& path, const ReadOptions& options,
                           std::unique_ptr<PairReader> (*read)(const std::string&,
                                                               const ReadOptions&));

}  // namespace regard::bitext
