#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compare/words.h"
#include "config/data_options.h"

namespace regard::compare {

/// Maximum number of pairs to read from a training set.
inline constexpr int64_t kMostTrainingPairs = 1000000;

/// The word frequencies of a training set, and its overlap with a test set.
struct TrainingWords {
  WordCounts source;
  WordCounts target;
  int64_t pairs = 0;
  bool complete = true;  ///< whether all pairs of the set were read
  /// Test sentences that occur in the training set, ignoring white space at either end.
  size_t seen_sources = 0;
  std::string target_files = {};
};

/// Reads the training set; empty if one of its files cannot be read.
std::optional<TrainingWords> read_training_words(const config::DataOptions& data,
                                                 const std::vector<std::string>& test_sources);

/// How many of the reference's words each system generates, by their frequency in the training set.
struct WordAccuracy {
  struct Scores {
    int64_t written = 0;   ///< words of the bucket in the hypotheses
    int64_t matches = 0;   ///< generated words that are in the sentence's reference, clipped
    double precision = 0;  ///< from 0 to 1; 0 if nothing was generated
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
  int64_t training_words = 0;      ///< number of target words in these files
  std::vector<Bucket> buckets = {};

  static void describe(auto& v) {
    using O = WordAccuracy;
    v.facts("training_text", &O::training_text, "training_words", &O::training_words, "buckets",
            &O::buckets);
  }
};

/// The accuracy of each system. `frequencies` counts the target words of the training text.
WordAccuracy word_accuracy(const WordCounts& frequencies, const std::vector<SplitText>& systems,
                           const SplitText& references);

}  // namespace regard::compare
