#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "compare/words.h"

namespace regard::compare {

/// N-grams of one to four words in the references that one system gets right and others do not.
struct NgramAdvantage {
  struct Ngram {
    std::string text = {};
    int64_t reference = 0;  ///< occurrences in the references
    std::vector<int64_t> matches =
        {};  ///< by system: occurrences in translations whose reference contains it

    static void describe(auto& v) {
      v.facts("text", &Ngram::text, "reference", &Ngram::reference, "matches", &Ngram::matches);
    }
  };

  /// Sorted by lead over the best other system, largest first; each lead is at least two matches.
  std::vector<Ngram> ngrams = {};
};

/// The advantages of each system. An n-gram replaces shorter ones within it that have the same
/// lead.
std::vector<NgramAdvantage> ngram_advantages(const std::vector<SplitText>& systems,
                                             const SplitText& references, std::size_t most = 12);

}  // namespace regard::compare
