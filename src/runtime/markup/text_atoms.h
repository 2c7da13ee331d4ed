#pragma once
#include <cstddef>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "markup/markup_rules.h"

namespace regard::serve {

/// Places [begin, end).
struct PlaceRange {
  size_t begin = 0, end = 0;

  size_t size() const { return end - begin; }
  bool operator==(const PlaceRange&) const = default;
};

/// The run that has most of `wanted` (sorted places) and least of others; the longer one of two as
/// good. `cost` says what the places between two wanted ones cost, where a wanted one counts
/// `gain`; infinite if no run may contain them. Empty if nothing is wanted.
PlaceRange best_run(const std::vector<size_t>& wanted, double gain,
                    const std::function<double(PlaceRange)>& cost);

/// The smallest part of a text that a tag is never put into: letters and digits in a row, one
/// punctuation character, symbols in a row.
struct TextAtom {
  size_t begin, end;  ///< in bytes
  bool is_word;       ///< letters and digits
};

inline constexpr size_t kNoIndex = std::numeric_limits<size_t>::max();

std::vector<TextAtom> atoms_of(std::string_view text);

/// For each atom the word that it belongs to, or kNoIndex. `words` are words of the text in order;
/// a tokenizer may have normalized them, so one that is not in the text gets a share of the atoms
/// between its neighbours.
std::vector<size_t> words_of_atoms(std::string_view text, const std::vector<TextAtom>& atoms,
                                   const std::vector<std::string>& words);

/// What attention says of words, each way: which word has the largest weight, among words with
/// letters or digits, or among those without. kNoIndex where there is no weight.
struct WordLinks {
  std::vector<size_t> source_of;  ///< for each target word
  std::vector<size_t> target_of;  ///< for each source word: the target word that attends to it most
};

/// Rows and columns that are missing count as zero.
WordLinks word_links(const TranslatedText& translation);

/// The atoms of a text and of its translation, and which belong to which.
struct AlignedAtoms {
  std::vector<TextAtom> source, target;
  std::vector<size_t> source_of;  ///< for each target atom, or kNoIndex
  /// For each source atom the target atom that attends most to its word, even if that attends more
  /// to another; or kNoIndex.
  std::vector<size_t> nearest_target;
};

/// By the attention of words: a target word belongs to the source word that it attends to most, its
/// letters to letters there and its punctuation to the same punctuation. Without attention, by
/// relative position. `cuts`, sorted, are the places in the source where tags are: an atom that
/// contains one becomes several, and so does the same atom in the translation.
AlignedAtoms align_atoms(std::string_view source, const TranslatedText& translation,
                         const std::vector<size_t>& cuts);

}  // namespace regard::serve
