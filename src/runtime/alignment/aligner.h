#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "alignment/link_model.h"
#include "alignment/word_pairs.h"

namespace regard::alignment {

/// Learns word alignments from sentence pairs, with IBM model 1, then with hidden Markov models in
/// both directions, trained to agree as in Liang et al. (2006, aclanthology.org/N06-1014). Both
/// directions count a word pair with the geometric mean of their posteriors.
///
/// Training uses all threads. Counts add up to the same bits in any order (ExpectedCount), so the
/// links do not depend on the number of threads.
class Aligner {
 public:
  struct Options {
    int64_t letters_of_stem = 4;
    int64_t model_1 = 5;        ///< iterations
    int64_t hidden_markov = 5;  ///< iterations
    float nothing = 0.03F;      ///< P(a word comes from nothing)
    size_t longest = 100;       ///< maximum words per side in training; aligning has no limit
    TranslationTable::Priors priors = {};
  };

  Aligner(const WordPairs& pairs, const Options& options);
  explicit Aligner(const WordPairs& pairs) : Aligner(pairs, Options()) {}

  /// Calls `after` from time to time with the number of sentence pairs read so far and the total.
  void learn(const std::function<void(int64_t done, int64_t all)>& after = {});

  /// The links of pairs `first` to `last` - 1, in order.
  std::vector<Links> align(size_t first, size_t last, Symmetrization method) const;
  BothPosteriors posteriors(size_t pair) const;

  /// The pairs with each word replaced by its stem.
  const WordPairs& stems() const { return stems_; }
  /// The learned model, for aligning other pairs.
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
  mutable LinkModel model_;  // only learn() changes its counts
};

}  // namespace regard::alignment
