#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "alignment/hidden_markov.h"
#include "alignment/translation_table.h"
#include "alignment/word_pairs.h"
#include "base/number_bytes.h"

namespace regard::alignment {

/// Numbers of the words of a sentence and of their stems; Vocabulary::kUnknown for words not seen
/// in training.
struct NumberedSentence {
  WordPairs::Words words, stems;
};
struct NumberedPair {
  NumberedSentence source, target;

  /// The sentence whose words are generated from the other sentence in this direction.
  const NumberedSentence& written(Direction direction) const {
    return direction == to_target ? target : source;
  }
};

/// P(word | word) as the mean of two tables: one of whole words, better for frequent words, and one
/// of stems, better for rare forms of frequent words.
///   P(t | s) = (P(t | s) + P(stem of t | stem of s) P(t | stem of t)) / 2
/// P(word | no word) is computed likewise.
class Lexicon {
 public:
  /// The entries of a sentence pair by (source, target); null for words that do not co-occur.
  struct Cells {
    std::vector<TranslationTable::Entry*> words, stems;
  };

  /// `stems`: the pairs with each word replaced by its stem.
  Lexicon(const WordPairs& pairs, const WordPairs& stems, const TranslationTable::Priors& priors);

  /// Finds the cells of a pair and their probabilities in both directions. Not const, because
  /// count() changes the lexicon through the cells.
  void find(const NumberedPair& pair, Cells& cells, std::array<Emissions, 2>& emissions);

  /// Adds to the expected number of links of a cell.
  static void count(const Cells& cells, size_t cell, double links);
  /// Adds to the expected number of times that each word of a sentence comes from nothing.
  void count_unaligned(const NumberedSentence& sentence, Direction direction,
                       const std::vector<float>& expected);
  void maximize();

  /// Drops entries that hardly change any link. count() must not be called afterwards.
  void keep_likely();

  void write(NumberWriter& writer) const;
  /// Reads the next arrays. Returns nothing if they are not a lexicon with this many source and
  /// target words.
  static std::optional<Lexicon> read(NumberReader& reader, const std::array<size_t, 2>& words,
                                     const std::array<size_t, 2>& stems);

 private:
  Lexicon() = default;

  /// P(word | its stem); 1 for an unseen word.
  float share(Direction direction, int32_t word) const {
    return word < 0 ? 1 : share_of_stem_[direction][static_cast<size_t>(word)];
  }
  void emit_unaligned(const NumberedPair& pair, Direction direction, Emissions& emissions) const;

  TranslationTable word_table_, stem_table_;
  std::array<std::vector<float>, 2> share_of_stem_;  // P(word | its stem) for each word
};

}  // namespace regard::alignment
