#pragma once
#include <array>
#include <cstddef>

#include "alignment/hidden_markov.h"
#include "alignment/lexicon.h"
#include "alignment/links.h"
#include "alignment/symmetrization.h"

namespace regard::alignment {

/// In the first direction the words are those of the target, in the second those of the source.
using BothPosteriors = std::array<Posteriors, 2>;

/// The links of a sentence pair with this many words of the source.
Links links_of(const BothPosteriors& posteriors, size_t sources, Symmetrization method);

/// What tells which words of a pair translate each other.
struct LinkModel {
  Lexicon lexicon;
  float nothing;  ///< P(a word comes from nothing)
  std::array<Jumps, 2> jumps = {};
};

/// Reads sentence pairs by a model, one after the other. Each thread has its own.
class PairReader {
 public:
  enum class By { model_1, hidden_markov };

  /// Of the model, only count() changes anything.
  explicit PairReader(LinkModel& model)
      : model_(model),
        markov_{HiddenMarkov(model.jumps[to_target], model.nothing),
                HiddenMarkov(model.jumps[to_source], model.nothing)} {}

  /// Of a pair with words on both sides. Valid until the next call.
  const BothPosteriors& read(const NumberedPair& pair, By by);

  /// Adds what was read last to the counts of the lexicon.
  void count();
  /// Adds the jumps of what was read last, by hidden_markov.
  void count_jumps(std::array<Jumps::Counts, 2>& counts) const;

 private:
  LinkModel& model_;
  NumberedPair pair_;
  Lexicon::Cells cells_;
  std::array<Emissions, 2> emissions_;
  BothPosteriors posteriors_;
  std::array<HiddenMarkov, 2> markov_;
};

}  // namespace regard::alignment
