#pragma once
#include <string_view>
#include <vector>

#include "markup/text_atoms.h"
#include "markup/translated_text.h"

namespace regard::serve {

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
