#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "findings/subject.h"

namespace regard::findings {

/// Reads pairs in batches.
class PairBatches {
 public:
  PairBatches(bitext::PairReader& reader, const LanguageOf& language_of)
      : reader_(reader), subjects_(kPairsAtOnce, Subject(language_of)) {}

  /// The next batch, valid until the following call; empty at the end.
  std::span<Subject> next() {
    size_t count = 0;
    while (count < subjects_.size() && reader_.next(subjects_[count].pair)) {
      subjects_[count++].begin();
    }
    return std::span(subjects_).first(count);
  }

 private:
  static constexpr size_t kPairsAtOnce = 4096;

  bitext::PairReader& reader_;
  std::vector<Subject> subjects_;
};

}  // namespace regard::findings
