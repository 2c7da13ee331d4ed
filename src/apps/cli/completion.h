#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "cli/grammar.h"

namespace regard::cli {

/// The values that a shell can complete where --help shows a metavariable.
struct Values {
  /// `runs`: folders with a run or model, and combinations of them ("A+B"); `configs`: YAML files.
  enum class Paths { none, files, folders, runs, configs };
  /// Words that depend on the rest of the command line: curves in its runs' logs, parts of its
  /// model, or values of the key before "=".
  enum class Asked { nothing, curves, parts, key_values };

  Paths paths = Paths::none;
  std::vector<std::string> words = {};
  Asked asked = Asked::nothing;
  bool may_follow_name = false;  ///< whether "NAME=" may precede a path
};

/// The values of "FILE", "N", "text|nbest|jsonl", "auto|none|DIR". A lowercase part is a word once
/// brackets are dropped ("cuda[:N]"); any other part needs a row in completion.cpp. Returns nullopt
/// without that row.
std::optional<Values> values_of(const std::string& metavariable);

/// Size of the beginning of the typed word that every value repeats: "NAME=", "A+", "KEY=".
size_t repeated_size(const Values& values, const std::string& typed);

/// The values that may follow the repeated beginning. Not all begin with the rest of the typed
/// word. `places` are the preceding positional arguments: runs, or a model.
std::vector<std::string> completed_values(const Values& values, const std::string& typed,
                                          const std::vector<std::string>& places);

/// The words that a shell offers for the one being typed.
struct Completions {
  struct Candidate {
    std::string word = {};      ///< ends in "/" or "=" if it is incomplete
    std::string sentence = {};  ///< its description, without a period; may be empty
  };

  std::vector<Candidate> candidates = {};
  bool are_paths = false;  ///< whether some are paths, which the shell escapes like file names
};

/// Completes the last of `words`, the command line of `program` after its name up to the cursor.
/// The words may be split at "=" and ":", as bash splits them. Paths are relative to the current
/// folder.
Completions completions(const Grammar& program, std::vector<std::string> words);

/// The candidates in the form that the scripts of `regard completion` read: a line "words" or
/// "paths", then a line for each candidate, with its sentence after a tab. A word with a line break
/// or a tab is left out.
std::string lines_of(const Completions& completions);

}  // namespace regard::cli
