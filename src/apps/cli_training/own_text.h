#pragma once
#include <string>
#include <vector>

#include "trainer/train.h"

namespace regard::cli {

/// Files that `regard train --data` names.
struct OwnText {
  std::vector<std::string> files;         ///< in the formats of bitext/pair_reader.h
  std::vector<std::string> weights = {};  ///< "FILE=X": data.train.weight of one of the files
  std::string source_language = {}, target_language = {};  ///< empty: detected in the text
  bool strict = false;  ///< a line that is not a pair, or not UTF-8, is an Error
};

/// Cleans the files as `regard corpus clean` does. Throws Error immediately for files of other
/// kinds and for invalid weights.
train::CleanInto cleaner_of(const OwnText& text);

/// A hash of the files' contents and of everything that cleaning depends on. Empty if a file can be
/// read only once. Throws Error for a file that cannot be read.
std::string key_of(const OwnText& text);

}  // namespace regard::cli
