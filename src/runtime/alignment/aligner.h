#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "alignment/hidden_markov.h"
#include "alignment/lexicon.h"
#include "alignment/links.h"
#include "alignment/symmetrization.h"
#include "alignment/word_pairs.h"

namespace regard::alignment {

/// In the first direction the words are those of the target, in the second those of the source.
using BothPosteriors = std::array<Posteriors, 2>;

/// The links of a sentence pair with so many words of the source.
Links links_of(const BothPosteriors& posteriors, size_t sources, Symmetrization method);

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

 private:
  class Work;
  enum class Model { model_1, hidden_markov };

  void iterate(Model model, const std::function<void(size_t done)>& after);

  const WordPairs& pairs_;
  Options options_;
  mutable Lexicon lexicon_;  // whose counts only learn() changes
  std::array<Jumps, 2> jumps_;
};

}  // namespace regard::alignment
