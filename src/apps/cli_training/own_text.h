#pragma once
#include <string>
#include <vector>

#include "trainer/train.h"

namespace regard::cli {

/// Files that `regard train --data` names.
struct OwnText {
  std::vector<std::string> files;  ///< in the formats of bitext/pair_reader.h
  std::string source_language = {}, target_language = {};  ///< empty: as the text looks
  bool strict = false;  ///< a line that is not a pair, or not UTF-8, is an Error
};

/// Cleans them as `regard corpus clean` does. Throws Error for files of other kinds at once.
train::CleanInto cleaner_of(const OwnText& text);

}  // namespace regard::cli
