#pragma once
#include <cstddef>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "markup/markup_rules.h"

namespace regard::serve {

/// A range of positions [begin, end).
struct PlaceRange {
  size_t begin = 0, end = 0;

  size_t size() const { return end - begin; }
  bool operator==(const PlaceRange&) const = default;
};

/// The contiguous range that covers the most `wanted` positions (sorted) and the fewest others; of
/// equally good ranges, the longer. Each wanted position counts `gain`, and `cost` is the cost of
/// the range between two wanted positions, infinite if it must not be included. Empty if nothing is
/// wanted.
PlaceRange best_run(const std::vector<size_t>& wanted, double gain,
                    const std::function<double(PlaceRange)>& cost);

/// The smallest unit of a text, which no tag may split: a run of letters and digits, a single
/// punctuation character, or a run of symbols.
struct TextAtom {
  size_t begin, end;  ///< byte offsets
  bool is_word;       ///< whether the atom consists of letters and digits
};

inline constexpr size_t kNoIndex = std::numeric_limits<size_t>::max();

std::vector<TextAtom> atoms_of(std::string_view text);

/// The word index of each atom, or kNoIndex. `words` are the words of the text in order; since a
/// tokenizer may have normalized them, a word not found in the text gets a share of the atoms
/// between its neighbors.
std::vector<size_t> words_of_atoms(std::string_view text, const std::vector<TextAtom>& atoms,
                                   const std::vector<std::string>& words);

/// Links each word to the word with the largest attention weight, in both directions. Words with
/// letters or digits link only to each other; so do the others. kNoIndex: there is no weight.
struct WordLinks {
  std::vector<size_t> source_of;  ///< the source word of each target word
  std::vector<size_t> target_of;  ///< for each source word, the target word that attends to it most
};

/// Finds the links; missing rows and columns count as zero.
WordLinks word_links(const TranslatedText& translation);

/// The atoms of a text and of its translation, with their alignment.
struct AlignedAtoms {
  std::vector<TextAtom> source, target;
  std::vector<size_t> source_of;  ///< the source atom of each target atom, or kNoIndex
  /// For each source atom, the target atom that attends most to its word, even if that atom attends
  /// more to another word; kNoIndex if there is none.
  std::vector<size_t> nearest_target;
};

/// Aligns atoms by the attention of words: a target word belongs to the source word that it attends
/// to most, letters to letters and punctuation to the same punctuation. Without attention, aligns
/// by relative position. `cuts`, sorted, are the source positions of tags: an atom that contains
/// one is split, and so is the same atom in the translation.
AlignedAtoms align_atoms(std::string_view source, const TranslatedText& translation,
                         const std::vector<size_t>& cuts);

}  // namespace regard::serve
