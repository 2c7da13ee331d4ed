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

/// P(target word | source word) and P(source word | target word) of words that co-occur.
class TranslationTable {
 public:
  /// alpha of the Dirichlet priors: a count that every translation has before any is seen.
  struct Priors {
    double of_translation = 0.1;
    double of_unaligned = 1;
  };

  struct Entry {
    int32_t other = -1;  ///< the more frequent word of the two; -1: a free place
    std::array<float, 2> probabilities = {1, 1};
    ExpectedCount count;  ///< one for both directions
  };

  /// All words are equally likely. Words of which each stands in several pairs, but which meet only
  /// once, are left out.
  TranslationTable(const WordPairs& pairs, const Priors& priors);
  /// A table to read().
  TranslationTable() = default;

  /// The entries of a sentence pair, (source, target); null for words that do not co-occur, and for
  /// unknown ones.
  void find(std::span<const int32_t> sources, std::span<const int32_t> targets,
            std::vector<Entry*>& entries);
  /// P(word | no word): of target words in the first direction, of source words in the second.
  float unaligned_probability(Direction direction, int32_t word) const {
    return word < 0 ? kLeast : unaligned_[direction][static_cast<size_t>(word)].probability;
  }
  void count_unaligned(Direction direction, int32_t word, double times) {
    unaligned_[direction][static_cast<size_t>(word)].count.add(times);
  }

  /// The least probability, which words that do not co-occur have as well.
  static constexpr float kLeast = 1e-7F;

  /// Probabilities from the counts, by variational Bayes (Riley and Gildea, 2012,
  /// aclanthology.org/P12-2060). The counts are zero after it.
  void maximize();

  /// Forgets translations that are hardly likelier than those of words that do not co-occur.
  void keep_likely();

  void write(NumberWriter& writer) const;
  /// False if the next lists are not a table of so many source and target words.
  bool read(NumberReader& reader, const std::array<size_t, 2>& words);

 private:
  struct Unaligned {
    float probability = 1;
    ExpectedCount count;
  };

  /// What a word has with more frequent words of the other side: rows of rare words, most of those
  /// that a sentence needs, are short. A power of two of places, at least one of them free. An
  /// entry lies at its place or, if that has another, at the next free one.
  using Row = std::vector<Entry>;

  /// Of all words of a side.
  struct Side {
    std::vector<Row> rows;
    std::vector<uint32_t> occurrences;
  };

  /// The expected count of a word's translations, and their number.
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
  /// A row of the entries, whose order does not matter.
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
