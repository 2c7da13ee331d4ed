#pragma once
#include <optional>
#include <string>
#include <vector>

namespace regard::cli {

/// A model in the format of another program, as seen from its files' names.
struct ForeignKind {
  std::string program;  ///< "CTranslate2"
  /// The files that regard import misses, or a sentence of its own why it cannot read the model;
  /// both are empty if it can.
  std::vector<std::string> missing = {};
  std::string reason = {};
};

/// Nothing if the path is not such a model. No file is read but the first bytes of a package.
std::optional<ForeignKind> foreign_kind(const std::string& path);

}  // namespace regard::cli
