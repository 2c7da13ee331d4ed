#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "regard/compare/split_text.h"

namespace regard::compare {

/// Sequences of one to four words of the references that one system writes and others do not.
struct NgramAdvantage {
  struct Ngram {
    std::string text = {};
    int64_t reference = 0;              ///< how often the references have it
    std::vector<int64_t> matches = {};  ///< by system: how often a system writes it where it should

    template <class Visitor>
    static void describe(Visitor& v) {
      using O = Ngram;
      v.facts("text", &O::text, "reference", &O::reference, "matches", &O::matches);
    }
  };

  /// Largest lead first: how many times more often than the best other system, at least two.
  std::vector<Ngram> ngrams = {};
};

/// By system. A longer n-gram that stands for the same lead as a shorter one in it displaces it.
std::vector<NgramAdvantage> ngram_advantages(const std::vector<SplitText>& systems,
                                             const SplitText& references, std::size_t most = 12);

}  // namespace regard::compare
