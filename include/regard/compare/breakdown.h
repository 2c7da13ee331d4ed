#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "regard/metrics/score.h"

namespace regard::compare {

/// How each system does on some of the sentences.
struct Slice {
  struct Scores {
    double bleu = 0;
    double chrf = 0;
    metrics::Interval bleu_interval = {};  ///< 95 %, by bootstrap

    template <class Visitor>
    static void describe(Visitor& v) {
      using O = Scores;
      v.facts("bleu", &O::bleu, "chrf", &O::chrf, "bleu_interval", &O::bleu_interval);
    }
  };

  std::string name = {};  ///< "1–9", "question"
  std::size_t sentences = 0;
  std::vector<Scores> systems = {};  ///< by system; empty where there is no sentence
  std::string in_words = {};         ///< which sentences: "questions", "sentences of 6–10 words"

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = Slice;
    v.facts("name", &O::name, "sentences", &O::sentences, "systems", &O::systems);
  }
};

/// The sentences in parts.
struct Breakdown {
  std::string by = {};       ///< "source length", "rarest source word", "kind"
  std::string meaning = {};  ///< a sentence on how the parts are made
  bool overlapping = false;  ///< a sentence may be in several slices, or in none
  std::vector<Slice> slices = {};

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = Breakdown;
    v.facts("by", &O::by, "meaning", &O::meaning, "overlapping", &O::overlapping, "slices",
            &O::slices);
  }
};

/// The sentences of a slice, by their indices.
struct SliceMembers {
  std::string name = {};
  std::vector<std::size_t> sentences = {};
  std::string in_words = {};  ///< Slice::in_words
};

/// Scores of each slice; `systems`: hypotheses by system.
std::vector<Slice> score_slices(const std::vector<SliceMembers>& members,
                                const std::vector<std::vector<std::string>>& systems,
                                const std::vector<std::string>& references);

}  // namespace regard::compare
