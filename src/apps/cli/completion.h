#pragma once
#include <optional>
#include <string>
#include <vector>

namespace regard::cli {

/// What can stand where --help shows a metavariable, as far as a shell can complete it.
struct Values {
  /// `runs`: folders that hold a run or model, and sums of them ("A+B"); `configs`: YAML files.
  enum class Paths { none, files, folders, runs, configs };
  /// Words that depend on the rest of the command line: curves of the log of its runs, parts of its
  /// model, values of the key before "=".
  enum class Asked { nothing, curves, parts, key_values };

  Paths paths = Paths::none;
  std::vector<std::string> words = {};
  Asked asked = Asked::nothing;
  bool may_follow_name = false;  ///< "NAME=" before a path
};

/// The values of "FILE", "N", "text|nbest|jsonl", "auto|none|DIR". What is in lower case is a word,
/// less what stands in brackets ("cuda[:N]"); the rest has a row in completion.cpp. Nothing if it
/// has none.
std::optional<Values> values_of(const std::string& metavariable);

}  // namespace regard::cli
