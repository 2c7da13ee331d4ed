#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "alignment/link_model.h"
#include "alignment/word_pairs.h"

namespace regard::alignment {

/// Alignments of words, learned from sentence pairs alone: IBM model 1, then hidden Markov models,
/// in both directions, which agree as in Liang et al. (2006, aclanthology.org/N06-1014). What both
/// count of a pair of words is the geometric mean of their posteriors.
///
/// All threads learn. What they add up has the same bits in any order (ExpectedCount), so links do
/// not depend on the number of threads.
class Aligner {
 public:
  struct Options {
    int64_t letters_of_stem = 4;
    int64_t model_1 = 5;        ///< iterations
    int64_t hidden_markov = 5;  ///< iterations
    float nothing = 0.03F;      ///< P(a word comes from nothing)
    size_t longest = 100;       ///< words of a side to learn from; longer ones are aligned as well
    TranslationTable::Priors priors = {};
  };

  Aligner(const WordPairs& pairs, const Options& options);
  explicit Aligner(const WordPairs& pairs) : Aligner(pairs, Options()) {}

  /// Calls `after` now and then with the number of sentence pairs read so far, and of all.
  void learn(const std::function<void(int64_t done, int64_t all)>& after = {});

  /// The links of some pairs, in order.
  std::vector<Links> align(size_t first, size_t last, Symmetrization method) const;
  BothPosteriors posteriors(size_t pair) const;

  /// The pairs with the stem of each word in its place.
  const WordPairs& stems() const { return stems_; }
  /// What was learned, for other pairs.
  LinkModel take_model() && { return std::move(model_); }

 private:
  NumberedPair numbered(size_t pair) const {
    return {.source = {pairs_.source(pair), stems_.source(pair)},
            .target = {pairs_.target(pair), stems_.target(pair)}};
  }
  void iterate(PairReader::By by, const std::function<void(size_t done)>& after);

  const WordPairs& pairs_;
  Options options_;
  WordPairs stems_;
  mutable LinkModel model_;  // whose counts only learn() changes
};

}  // namespace regard::alignment
