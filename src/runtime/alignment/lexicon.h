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

/// The words of a sentence and the stem of each, by their numbers; Vocabulary::kUnknown for those
/// that nothing was learned of.
struct NumberedSentence {
  WordPairs::Words words, stems;
};
struct NumberedPair {
  NumberedSentence source, target;

  /// The sentence whose words come from the other in a direction.
  const NumberedSentence& written(Direction direction) const {
    return direction == to_target ? target : source;
  }
};

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

  /// `stems`: the pairs with the stem of each word in its place.
  Lexicon(const WordPairs& pairs, const WordPairs& stems, const TranslationTable::Priors& priors);

  /// The cells of a pair, through which count() adds, so only a lexicon that is not const finds
  /// them, and what they say in both directions.
  void find(const NumberedPair& pair, Cells& cells, std::array<Emissions, 2>& emissions);

  /// Adds an expected number of links of a cell.
  static void count(const Cells& cells, size_t cell, double links);
  /// Adds the expected number of times that the words of a sentence come from nothing.
  void count_unaligned(const NumberedSentence& sentence, Direction direction,
                       const std::vector<float>& expected);
  void maximize();

  /// Forgets what hardly changes a link. Nothing can be counted after it.
  void keep_likely();

  void write(NumberWriter& writer) const;
  /// Nothing if the next lists are not a lexicon of this many source and target words.
  static std::optional<Lexicon> read(NumberReader& reader, const std::array<size_t, 2>& words,
                                     const std::array<size_t, 2>& stems);

 private:
  Lexicon() = default;

  /// P(word | its stem). A word that was never seen is as likely as any other with its stem.
  float share(Direction direction, int32_t word) const {
    return word < 0 ? 1 : share_of_stem_[direction][static_cast<size_t>(word)];
  }
  void emit_unaligned(const NumberedPair& pair, Direction direction, Emissions& emissions) const;

  TranslationTable word_table_, stem_table_;
  std::array<std::vector<float>, 2> share_of_stem_;  // P(word | its stem), of each word
};

}  // namespace regard::alignment
