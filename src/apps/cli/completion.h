#pragma once
#include <optional>
#include <string>
#include <vector>

namespace regard::cli {

/// What can stand where --help shows a metavariable, as far as a shell can complete it.
struct Values {
  /// `runs`: folders that hold a run or model; `configs`: YAML files.
  enum class Paths { none, files, folders, runs, configs };

  Paths paths = Paths::none;
  std::vector<std::string> words = {};
  bool are_beginnings = false;  ///< the words end in "=": a value follows each
};

/// The values of "FILE", "N", "text|nbest|jsonl", "auto|none|DIR". What is in lower case is a word,
/// less what stands in brackets ("cuda[:N]"); the rest has a row in completion.cpp. Nothing if it
/// has none.
std::optional<Values> values_of(const std::string& metavariable);

}  // namespace regard::cli
