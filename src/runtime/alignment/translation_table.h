#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "alignment/expected_count.h"
#include "alignment/word_pairs.h"
#include "base/number_bytes.h"

namespace regard::alignment {

/// P(target word | source word) and P(source word | target word) for words that co-occur.
class TranslationTable {
 public:
  /// alpha of the Dirichlet priors: a pseudocount for every translation.
  struct Priors {
    double of_translation = 0.1;
    double of_unaligned = 1;
  };

  struct Entry {
    int32_t other = -1;  ///< the more frequent of the two words; -1: a free slot
    std::array<float, 2> probabilities = {1, 1};
    ExpectedCount count;  ///< shared by both directions
  };

  /// Starts with uniform probabilities. A pair of words that co-occurs only once is left out if the
  /// word that owns the row occurs more than three times.
  TranslationTable(const WordPairs& pairs, const Priors& priors);
  /// An empty table, for read().
  TranslationTable() = default;

  /// Finds the entries for each (source, target) word pair of two sentences; null for words that do
  /// not co-occur or are unknown.
  void find(std::span<const int32_t> sources, std::span<const int32_t> targets,
            std::vector<Entry*>& entries);
  /// P(word | no word) for a target word (to_target) or a source word (to_source).
  float unaligned_probability(Direction direction, int32_t word) const {
    return word < 0 ? kLeast : unaligned_[direction][static_cast<size_t>(word)].probability;
  }
  void count_unaligned(Direction direction, int32_t word, double times) {
    unaligned_[direction][static_cast<size_t>(word)].count.add(times);
  }

  /// Minimum probability, also used for words that do not co-occur.
  static constexpr float kLeast = 1e-7F;

  /// Computes the probabilities from the counts, by variational Bayes (Riley and Gildea, 2012,
  /// aclanthology.org/P12-2060). Resets the counts.
  void maximize();

  /// Drops translations that are hardly likelier than those of words that do not co-occur.
  void keep_likely();

  void write(NumberWriter& writer) const;
  /// Returns false if the next arrays are not a table for this many source and target words.
  bool read(NumberReader& reader, const std::array<size_t, 2>& words);

 private:
  struct Unaligned {
    float probability = 1;
    ExpectedCount count;
  };

  /// Open-addressing hash table of a word's entries with more frequent words of the other side, so
  /// rows of rare words, which most lookups read, are short. Its size is a power of two, and at
  /// least one slot is free; an entry whose slot is taken uses the next free slot.
  using Row = std::vector<Entry>;

  /// All words of a side.
  struct Side {
    std::vector<Row> rows;
    std::vector<uint32_t> occurrences;
  };

  /// The expected count of a word, and the number of its translations.
  struct Total {
    ExpectedCount count;
    ExpectedCount translations;
  };

  static size_t place(int32_t other, size_t size) {
    constexpr uint32_t kMultiplier = 0x9E3779B1U;  // 2^32 / golden ratio
    return (static_cast<uint32_t>(other) * kMultiplier >> 7U) & (size - 1);
  }
  static Entry* find(Row& row, int32_t other) {
    for (size_t at = place(other, row.size());; at = (at + 1) & (row.size() - 1)) {
      if (row[at].other == other) return &row[at];
      if (row[at].other < 0) return nullptr;
    }
  }
  class Meetings;
  /// A row with these entries, in any order.
  static Row row_of(std::span<const Entry> entries);
  void add_rows(const WordPairs& pairs, Direction direction);
  void for_entries(const auto& work);
  void maximize_unaligned();
  static void write(const Side& side, NumberWriter& writer);
  static bool read(Side& side, NumberReader& reader, size_t words, size_t others);

  Priors priors_;
  Side source_, target_;
  std::array<std::vector<Unaligned>, 2> unaligned_;
};

}  // namespace regard::alignment
