#pragma once
#include <cstddef>
#include <optional>
#include <string>

#include "text/tokenizer_pair.h"
#include "translate/place_finder.h"
#include "translate/reading.h"

namespace regard::translate {

/// The position of an item in a translation: before the piece `at`, in place of `replaced` pieces.
struct ItemPlace {
  size_t at;
  size_t replaced = 0;
  std::string kept = {};  ///< text kept from those pieces, before the item: "à" of "aux"
};

/// The place of a number before what it counts ("2 girls"), which the model did not read: in place
/// of the article or the number word that the translation has there ("des filles", "deux filles").
/// Behind an article that the source has, too ("the 2 girls"). Nothing for other items, or if the
/// attention does not show what is counted. `elsewhere`: the place that it has otherwise.
std::optional<ItemPlace> counted_place(const PlaceFinder& finder, const Reading& reading,
                                       size_t item, const std::vector<std::string>& source_pieces,
                                       const text::TokenizerPair& tokenizers, size_t elsewhere);

/// Number of pieces of reading.text that cover its first `at` bytes.
size_t pieces_before(size_t at, const Reading& reading, const std::vector<std::string>& pieces,
                     const text::TokenizerPair& tokenizers);

}  // namespace regard::translate
