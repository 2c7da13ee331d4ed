#pragma once
#include <cstdint>
#include <string>

#include "bitext/pair_reader.h"

namespace regard::bitext {

/// The two columns of a table that contain the texts.
struct TextColumns {
  int64_t source = 1, target = 2;
  std::string note = {};  ///< reason for choosing these; empty for the first two
};

/// Examines the first pairs of a reader of columns 1 and 2. Identifiers, numbers, addresses and
/// labels shared by many lines are not texts. A table with two columns needs no examination.
TextColumns find_text_columns(PairReader& reader);

/// The columns that `options` name, otherwise those with text. `read` creates the reader of the
/// format.
TextColumns chosen_columns(const std::string& path, const ReadOptions& options,
                           std::unique_ptr<PairReader> (*read)(const std::string&,
                                                               const ReadOptions&));

}  // namespace regard::bitext
