#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "alignment/expected_count.h"
#include "alignment/word_pairs.h"

namespace regard::alignment {

/// P(target word | source word) and P(source word | target word) of words that co-occur.
class TranslationTable {
 public:
  /// alpha of the Dirichlet priors: a count that every translation has before any is seen.
  struct Priors {
    double of_translation = 0.1;
    double of_unaligned = 1;
  };

  struct Entry {
    int32_t target = -1;  ///< -1: a free place
    std::array<float, 2> probabilities = {1, 1};
    ExpectedCount count;  ///< one for both directions
  };

  /// P(word | no word): of target words in the first direction, of source words in the second.
  struct Unaligned {
    float probability = 1;
    ExpectedCount count;
  };

  /// All words are equally likely. Words of which each stands in several pairs, but which meet only
  /// once, are left out.
  TranslationTable(const WordPairs& pairs, const Priors& priors);

  /// Null if the words do not co-occur.
  const Entry* find(int32_t source, int32_t target) const {
    const auto& row = rows_[static_cast<size_t>(source)];
    for (size_t at = place(target, row.size());; at = (at + 1) & (row.size() - 1)) {
      if (row[at].target == target) return &row[at];
      if (row[at].target < 0) return nullptr;
    }
  }
  Entry* find(int32_t source, int32_t target) {
    return const_cast<Entry*>(std::as_const(*this).find(source, target));
  }
  Unaligned& unaligned(Direction direction, int32_t word) {
    return unaligned_[direction][static_cast<size_t>(word)];
  }
  const Unaligned& unaligned(Direction direction, int32_t word) const {
    return unaligned_[direction][static_cast<size_t>(word)];
  }

  /// The least probability, which words that do not co-occur have as well.
  static constexpr float kLeast = 1e-7F;

  /// Probabilities from the counts, by variational Bayes (Riley and Gildea, 2012,
  /// aclanthology.org/P12-2060). The counts are zero after it.
  void maximize();

 private:
  /// A power of two of places, at least one of them free. An entry lies at its place or, if that
  /// has another, at the next free one.
  using Row = std::vector<Entry>;

  /// The expected count of a word's translations, and their number.
  struct Total {
    ExpectedCount count;
    ExpectedCount translations;
  };

  static size_t place(int32_t target, size_t size) {
    constexpr uint32_t kMultiplier = 0x9E3779B1U;  // 2^32 / golden ratio
    return (static_cast<uint32_t>(target) * kMultiplier >> 7U) & (size - 1);
  }
  class Meetings;
  static Row row_of(std::span<const int32_t> targets);
  void for_entries(const auto& work);
  void maximize_unaligned();

  Priors priors_;
  std::vector<Row> rows_;
  std::array<std::vector<Unaligned>, 2> unaligned_;
};

}  // namespace regard::alignment
