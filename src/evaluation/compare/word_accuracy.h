#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "compare/word_counts.h"
#include "compare/words.h"

namespace regard::compare {

/// How many of the reference's words each system writes, by their frequency in the training text.
struct WordAccuracy {
  struct Scores {
    int64_t written = 0;   ///< words of the bucket in the hypotheses
    int64_t matches = 0;   ///< of these, also in the sentence's reference, clipped
    double precision = 0;  ///< 0 to 1; 0 if nothing was written
    double recall = 0;
    double f1 = 0;

    static void describe(auto& v) {
      v.facts("written", &Scores::written, "matches", &Scores::matches, "precision",
              &Scores::precision, "recall", &Scores::recall, "f1", &Scores::f1);
    }
  };
  struct Bucket {
    std::string name = {};  ///< "unseen", "1", "2–4", ..., "1000+"
    int64_t reference_words = 0;
    std::vector<Scores> systems = {};  ///< by system

    static void describe(auto& v) {
      v.facts("name", &Bucket::name, "reference_words", &Bucket::reference_words, "systems",
              &Bucket::systems);
    }
  };

  std::string training_text = {};  ///< the files whose target words are counted
  int64_t training_words = 0;      ///< their number
  std::vector<Bucket> buckets = {};

  static void describe(auto& v) {
    using O = WordAccuracy;
    v.facts("training_text", &O::training_text, "training_words", &O::training_words, "buckets",
            &O::buckets);
  }
};

/// `frequencies`: of target words.
WordAccuracy word_accuracy(const WordCounts& frequencies, const std::vector<SplitText>& systems,
                           const SplitText& references);

}  // namespace regard::compare
