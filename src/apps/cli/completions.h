#pragma once
#include <string>
#include <vector>

#include "cli/grammar.h"

namespace regard::cli {

/// What a shell offers in place of the word that is being typed.
struct Completions {
  struct Candidate {
    std::string word = {};      ///< ends in "/" or "=" if more of it is to be typed
    std::string sentence = {};  ///< what it is, without the full stop; may be empty
  };

  std::vector<Candidate> candidates = {};
  bool are_paths =
      false;  ///< some of them: the shell escapes them as it escapes the names of files
};

/// Completes the last of `words`, the command line of `program` behind its name up to the cursor.
/// The words may be split at "=" and ":", as bash splits them. Paths are those of the current
/// folder.
Completions completions(const Grammar& program, std::vector<std::string> words);

/// As the scripts of `regard completion` read them: a line "words" or "paths", then a line for each
/// candidate, with its sentence behind a tab. A word with a line break or a tab is left out.
std::string lines_of(const Completions& completions);

}  // namespace regard::cli
