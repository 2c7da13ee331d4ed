#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "regard/compare/split_text.h"
#include "regard/compare/word_counts.h"

namespace regard::compare {

/// How many of the reference's words each system writes, by their frequency in the training text.
struct WordAccuracy {
  struct Scores {
    int64_t written = 0;   ///< words of the bucket in the hypotheses
    int64_t matches = 0;   ///< of these, in the sentence's reference too, clipped
    double precision = 0;  ///< 0 to 1; 0 where nothing was written
    double recall = 0;
    double f1 = 0;

    template <class Visitor>
    static void describe(Visitor& v) {
      using O = Scores;
      v.facts("written", &O::written, "matches", &O::matches, "precision", &O::precision, "recall",
              &O::recall, "f1", &O::f1);
    }
  };
  struct Bucket {
    std::string name = {};  ///< "unseen", "1", "2–4", ..., "1000+"
    int64_t reference_words = 0;
    std::vector<Scores> systems = {};  ///< by system

    template <class Visitor>
    static void describe(Visitor& v) {
      using O = Bucket;
      v.facts("name", &O::name, "reference_words", &O::reference_words, "systems", &O::systems);
    }
  };

  std::string training_text = {};  ///< the files whose target words are counted
  int64_t training_words = 0;      ///< how many these are
  std::vector<Bucket> buckets = {};

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = WordAccuracy;
    v.facts("training_text", &O::training_text, "training_words", &O::training_words, "buckets",
            &O::buckets);
  }
};

/// `frequencies`: of target words, lower case.
WordAccuracy word_accuracy(const WordCounts& frequencies, const std::vector<SplitText>& systems,
                           const SplitText& references);

}  // namespace regard::compare
