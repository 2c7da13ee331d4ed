#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compare/word_counts.h"
#include "config/data_options.h"

namespace regard::compare {

/// At most this many pairs of a training text are read.
inline constexpr int64_t kMostTrainingPairs = 1000000;

/// Word frequencies of the training text, and its overlap with a test text.
struct TrainingWords {
  WordCounts source;
  WordCounts target;
  int64_t pairs = 0;
  bool complete = true;  ///< false: there are more pairs
  /// Test sentences that occur in the training text, ignoring white space at either end.
  size_t seen_sources = 0;
  std::string target_files = {};
};

/// Reads the training texts; none if one of them is not a readable file.
std::optional<TrainingWords> read_training_words(const config::DataOptions& data,
                                                 const std::vector<std::string>& test_sources);

}  // namespace regard::compare
