#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "regard/text/glossary.h"
#include "regard/translate/draw.h"

namespace regard::translate {

/// What may be wanted of translations beside what the options of search say.
struct Wishes {
  /// For each line what its translation begins with; or none for all of them.
  std::vector<std::string> prefixes = {};
  /// Terms of a line whose translations must stand in its translation. Where search cannot have
  /// them all, it translates without; Translation::unmet names what is not there.
  const text::Glossary* glossary = nullptr;
  bool pieces = false;     ///< Candidate::pieces
  bool attention = false;  ///< Candidate::pieces and attention
  /// Instead of the n best: so many ways to go on after the prefix. For each of the most likely
  /// next tokens the best translation that goes on with it, each text once. 0: no alternatives.
  int64_t alternatives = 0;
  /// Instead of search, by the first model alone; goes with pieces only.
  std::optional<Draw> draw = {};
};

}  // namespace regard::translate
