#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "regard/text/glossary.h"

namespace regard::translate {

/// What may be wanted of translations beside what the options of search say.
struct Wishes {
  /// For each line what its translation begins with; or none for all of them.
  std::vector<std::string> prefixes = {};
  /// Terms of a line whose translations must stand in its translation. Where search cannot have
  /// them all, it translates without; Translation::unmet names what is not there.
  const text::Glossary* glossary = nullptr;
  /// Candidate::source_words, pieces and attention.
  bool attention = false;
  /// Instead of the n best: so many ways to go on after the prefix. For each of the most likely
  /// next tokens the best translation that goes on with it, each text once. 0: no alternatives.
  int64_t alternatives = 0;

  /// Whether nothing is wished for.
  bool empty() const {
    return prefixes.empty() && glossary == nullptr && !attention && alternatives == 0;
  }
};

}  // namespace regard::translate
