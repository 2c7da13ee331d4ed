#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/tokenizer_pair.h"
#include "translate/place_finder.h"
#include "translate/reading.h"
#include "translate/word_alignment.h"
#include "translate/written_text.h"

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

/// Keeps marks around words, such as ** and **, ( and ), <b> and </b>, in their order and apart:
/// around words that the translation lacks, they go around the next one, or else the last.
void keep_pairs_apart(const Reading& reading, const PlaceFinder& finder,
                      std::vector<ItemPlace>& places);

/// Number of pieces of reading.text that cover its first `at` bytes.
size_t pieces_before(size_t at, const Reading& reading, const std::vector<std::string>& pieces,
                     const text::TokenizerPair& tokenizers);

/// The number from 1 to 100 that an English or a French word spells, in any case: two, Deux,
/// twenty-one, quatre-vingt-dix. None for the articles that mean one.
std::optional<int64_t> spelled_number(std::string_view word);

/// The positions in a source and its translation of items the model did not read, in the order of
/// Reading::left_out.
struct ItemPlaces {
  std::vector<ItemPlace> source;
  std::vector<ItemPlace> target;
};

/// Between the words that are aligned with the words before and behind each item: where the fewest
/// cross. What stands at the beginning or the end of a sentence, or before its last marks, stays
/// there, and so does what touches a word or a bracket. A number replaces the article of what it
/// counts. `source_pieces` are those of reading.text, and `attention` of the written tokens over
/// them; without attention, places correspond by their distance from the beginning.
ItemPlaces item_places(const Reading& reading, const std::vector<std::string>& source_pieces,
                       const std::vector<std::string>& target_pieces, const Weights& attention,
                       const text::TokenizerPair& tokenizers);

/// The text with the items in it. There are spaces beside an item as in the sentence, but before a
/// mark as in the translation.
std::string with_items(const WrittenText& written, const Reading& reading,
                       const ItemPlaces& places);

/// Words and attention with each item as a word of its own that belongs to itself.
struct WordsWithItems {
  std::vector<std::string> source;
  std::vector<std::string> target;
  Weights attention = {};
};

/// Pieces that a model read and wrote, and the attention of the latter over the former.
struct AlignedPieces {
  const std::vector<std::string>& source;
  const std::vector<std::string>& target;
  const Weights& attention;
};

WordsWithItems words_with_items(const Reading& reading, const ItemPlaces& places,
                                const AlignedPieces& pieces, const text::TokenizerPair& tokenizers,
                                WordEnds ends);

}  // namespace regard::translate
