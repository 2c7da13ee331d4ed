#pragma once
#include <array>
#include <cstddef>

#include "alignment/hidden_markov.h"
#include "alignment/lexicon.h"
#include "alignment/links.h"
#include "alignment/symmetrization.h"

namespace regard::alignment {

/// to_target: posteriors of the target words; to_source: those of the source words.
using BothPosteriors = std::array<Posteriors, 2>;

/// The links of a sentence pair with `sources` source words.
Links links_of(const BothPosteriors& posteriors, size_t sources, Symmetrization method);

/// The parameters that decide which words of a pair are translations of each other.
struct LinkModel {
  Lexicon lexicon;
  float nothing;  ///< P(a word comes from nothing)
  std::array<Jumps, 2> jumps = {};
};

/// Reads sentence pairs one at a time with a model. Each thread has its own reader.
class PairReader {
 public:
  enum class By { model_1, hidden_markov };

  /// Only count() changes the model.
  explicit PairReader(LinkModel& model)
      : model_(model),
        markov_{HiddenMarkov(model.jumps[to_target], model.nothing),
                HiddenMarkov(model.jumps[to_source], model.nothing)} {}

  /// Both sides of the pair must have words. The result is valid until the next call.
  const BothPosteriors& read(const NumberedPair& pair, By by);

  /// Adds the last pair read to the counts of the lexicon.
  void count();
  /// Adds the jumps of the last pair, which hidden_markov must have read.
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
