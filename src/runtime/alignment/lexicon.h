#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "alignment/hidden_markov.h"
#include "alignment/translation_table.h"
#include "alignment/word_pairs.h"

namespace regard::alignment {

/// P(word | word) as the mean of two tables: of whole words, which know frequent ones best, and of
/// stems, which know rare forms of frequent words.
///   P(t | s) = (P(t | s) + P(stem of t | stem of s) P(t | stem of t)) / 2
/// P(word | no word) likewise.
class Lexicon {
 public:
  /// The entries of a sentence pair, (source, target); null for words that do not co-occur.
  struct Cells {
    std::vector<TranslationTable::Entry*> words, stems;
  };

  Lexicon(const WordPairs& pairs, int64_t letters_of_stem, const TranslationTable::Priors& priors);

  /// The cells of a pair, through which count() adds, so only a lexicon that is not const finds
  /// them, and what they say in both directions.
  void find(size_t pair, Cells& cells, std::array<Emissions, 2>& emissions);

  /// Adds an expected number of links of a cell.
  static void count(const Cells& cells, size_t cell, double links);
  /// Adds the expected number of times that the words of a pair come from nothing.
  void count_unaligned(size_t pair, Direction direction, const std::vector<float>& expected);
  void maximize();

 private:
  WordPairs::Words words_of(const WordPairs& pairs, size_t pair, Direction direction) const {
    return direction == to_target ? pairs.target(pair) : pairs.source(pair);
  }
  /// P(word | its stem).
  float share(Direction direction, int32_t word) const {
    return share_of_stem_[direction][static_cast<size_t>(word)];
  }
  void emit_unaligned(size_t pair, Direction direction, Emissions& emissions) const;

  const WordPairs& pairs_;
  WordPairs stems_;
  TranslationTable word_table_, stem_table_;
  std::array<std::vector<float>, 2> share_of_stem_;  // P(word | its stem), of each word
};

}  // namespace regard::alignment
