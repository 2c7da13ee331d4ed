#pragma once
#include <optional>
#include <string>
#include <vector>

#include "regard/compare/beam_curve.h"
#include "regard/compare/breakdown.h"
#include "regard/compare/calibration.h"
#include "regard/compare/fairness.h"
#include "regard/compare/metric_scores.h"
#include "regard/compare/ngram_advantages.h"
#include "regard/compare/search_errors.h"
#include "regard/compare/seed_groups.h"
#include "regard/compare/sentence.h"
#include "regard/compare/system.h"
#include "regard/compare/text_traits.h"
#include "regard/compare/verdict.h"
#include "regard/compare/word_accuracy.h"

/// Which of several translators is better, where, why, and whether that is more than chance.
namespace regard::compare {

/// What was translated.
struct TestText {
  std::string source = {};     ///< the file; empty where there is none
  std::string reference = {};  ///< the file; that of the source where one holds both
  std::size_t sentences = 0;
  std::size_t source_words = 0;  ///< as words.h counts them, as is the next
  std::size_t reference_words = 0;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = TestText;
    v.facts("source", &O::source, "reference", &O::reference, "sentences", &O::sentences,
            "source_words", &O::source_words, "reference_words", &O::reference_words);
  }
};

/// All facts about some systems on one text. Wherever there is a vector "by system", it has an
/// element for each of `systems`, in their order. A section that could not be made is empty, and
/// `notes` says why; it also says where a section looked at a part of the sentences only.
struct Comparison {
  TestText text = {};
  std::vector<System> systems = {};
  Verdict verdict = {};
  std::vector<Unfairness> warnings = {};  ///< none: nothing speaks against the comparison
  std::vector<std::string> notes = {};    ///< sentences: what was left out or sampled

  // Quality.
  std::vector<MetricScores> metrics = {};      ///< BLEU first
  std::vector<Breakdown> breakdowns = {};      ///< by source length, by rarest source word, by kind
  std::optional<WordAccuracy> words = {};      ///< by frequency in training; none without the text
  std::vector<NgramAdvantage> ngrams = {};     ///< by system
  std::vector<TextTraits> traits = {};         ///< by system, and last those of the reference
  std::vector<Sentence> sentences = {};        ///< all, in the order of the text
  std::vector<BiggestWins> biggest_wins = {};  ///< by system

  // Of runs; what a system without a model has not is empty or absent.
  std::optional<SeedGroups> seeds = {};                         ///< where asked for
  std::vector<std::optional<Calibration>> calibrations = {};    ///< by system
  std::vector<std::optional<SearchErrors>> search_errors = {};  ///< by system
  std::vector<BeamCurve> beam_curves = {};                      ///< by system; without points: none

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = Comparison;
    v.facts("text", &O::text, "systems", &O::systems, "verdict", &O::verdict, "warnings",
            &O::warnings, "notes", &O::notes, "metrics", &O::metrics, "breakdowns", &O::breakdowns,
            "words", &O::words, "ngrams", &O::ngrams, "traits", &O::traits, "sentences",
            &O::sentences, "biggest_wins", &O::biggest_wins, "seeds", &O::seeds, "calibrations",
            &O::calibrations, "search_errors", &O::search_errors, "beam_curves", &O::beam_curves);
  }
};

}  // namespace regard::compare
