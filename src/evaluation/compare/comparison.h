#pragma once
#include <optional>
#include <string>
#include <vector>

#include "compare/breakdown.h"
#include "compare/calibration.h"
#include "compare/fairness.h"
#include "compare/metric_scores.h"
#include "compare/ngram_advantages.h"
#include "compare/seed_groups.h"
#include "compare/sentence.h"
#include "compare/system.h"
#include "compare/text_traits.h"
#include "compare/verdict.h"
#include "compare/word_accuracy.h"

namespace regard::compare {

/// The test set.
struct TestText {
  std::string source = {};     ///< path; empty if there is none
  std::string reference = {};  ///< path; same as `source` if one file contains both
  std::size_t sentences = 0;
  std::size_t source_words = 0;  ///< words as defined in words.h
  std::size_t reference_words = 0;
  /// Number of sentences that occur in a system's training set; the maximum over the systems.
  std::size_t seen_sentences = 0;

  static void describe(auto& v) {
    v.facts("source", &TestText::source, "reference", &TestText::reference, "sentences",
            &TestText::sentences, "source_words", &TestText::source_words, "reference_words",
            &TestText::reference_words, "seen_sentences", &TestText::seen_sentences);
  }
};

/// A comparison of translation systems on a test set: which is better, where, why, and whether that
/// is significant. A vector "by system" has an element for each of `systems`, in that order.
/// Sections that could not be computed are empty; `notes` explains why, and which sections cover
/// only part of the sentences.
struct Comparison {
  TestText text = {};
  std::vector<System> systems = {};
  Verdict verdict = {};
  std::vector<Unfairness> warnings = {};  ///< empty if the comparison seems fair
  std::vector<std::string> notes = {};    ///< sentences that say what was omitted or sampled

  // Quality.
  std::vector<MetricScores> metrics = {};      ///< BLEU first
  std::vector<Breakdown> breakdowns = {};      ///< by source length, by rarest source word, by kind
  std::optional<WordAccuracy> words = {};      ///< by training frequency; needs the training set
  std::vector<NgramAdvantage> ngrams = {};     ///< by system
  std::vector<TextTraits> traits = {};         ///< by system, then those of the reference
  std::vector<Sentence> sentences = {};        ///< all, in the order of the test set
  std::vector<BiggestWins> biggest_wins = {};  ///< by system

  // Results that need a model; empty or absent for systems without one.
  std::optional<SeedGroups> seeds = {};                         ///< if requested
  std::vector<std::optional<Calibration>> calibrations = {};    ///< by system
  std::vector<std::optional<SearchErrors>> search_errors = {};  ///< by system
  std::vector<BeamCurve> beam_curves = {};                      ///< by system; some have no points

  static void describe(auto& v) {
    using O = Comparison;
    v.facts("text", &O::text, "systems", &O::systems, "verdict", &O::verdict, "warnings",
            &O::warnings, "notes", &O::notes, "metrics", &O::metrics, "breakdowns", &O::breakdowns,
            "words", &O::words, "ngrams", &O::ngrams, "traits", &O::traits, "sentences",
            &O::sentences, "biggest_wins", &O::biggest_wins, "seeds", &O::seeds, "calibrations",
            &O::calibrations, "search_errors", &O::search_errors, "beam_curves", &O::beam_curves);
  }
};

}  // namespace regard::compare
