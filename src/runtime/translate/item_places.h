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
  std::string kept = {};  ///< text kept from the replaced pieces, before the item: the "à" of "aux"
};

/// The place of a number that the model did not read ("2 girls"). It replaces the article or number
/// word in the translation ("des filles", "deux filles"), but comes after an article that the
/// source also has ("the 2 girls"). Empty for other items, or if the attention does not show which
/// word is counted. `elsewhere`: the place to use otherwise.
std::optional<ItemPlace> counted_place(const PlaceFinder& finder, const Reading& reading,
                                       size_t item, const std::vector<std::string>& source_pieces,
                                       const text::TokenizerPair& tokenizers, size_t elsewhere);

/// Keeps paired marks, such as ** and **, ( and ), <b> and </b>, in order and around words. If the
/// translation lacks the words between two marks, the marks go around the next word, or else around
/// the last one.
void keep_pairs_apart(const Reading& reading, const PlaceFinder& finder,
                      std::vector<ItemPlace>& places);

/// Number of pieces of reading.text that cover its first `at` bytes.
size_t pieces_before(size_t at, const Reading& reading, const std::vector<std::string>& pieces,
                     const text::TokenizerPair& tokenizers);

/// The number from 1 to 100 that an English or French word spells, ignoring case: two, Deux,
/// twenty-one, quatre-vingt-dix. Empty for articles meaning "one".
std::optional<int64_t> spelled_number(std::string_view word);

/// The positions of the items that the model did not read, in a source and in its translation, in
/// the order of Reading::left_out.
struct ItemPlaces {
  std::vector<ItemPlace> source;
  std::vector<ItemPlace> target;
};

/// Places items between the translations of the words before and after them, where the fewest
/// alignments cross. Items at the beginning or end of a sentence, or before its final marks, stay
/// there. An item that touches a word or bracket stays next to it. A number replaces the article of
/// the noun that it counts. `source_pieces` are those of reading.text; `attention` is from written
/// tokens to these pieces. Without attention, items keep their relative positions.
ItemPlaces item_places(const Reading& reading, const std::vector<std::string>& source_pieces,
                       const std::vector<std::string>& target_pieces, const Weights& attention,
                       const text::TokenizerPair& tokenizers);

/// The text with the items inserted. The spaces around an item are those of the sentence, except
/// that the space before punctuation is the translation's.
std::string with_items(const WrittenText& written, const Reading& reading,
                       const ItemPlaces& places);

/// Words and attention with each item as a word aligned only to itself.
struct WordsWithItems {
  std::vector<std::string> source;
  std::vector<std::string> target;
  Weights attention = {};
};

/// The pieces that a model read and wrote, and the attention from the written to the read pieces.
struct AlignedPieces {
  const std::vector<std::string>& source;
  const std::vector<std::string>& target;
  const Weights& attention;
};

WordsWithItems words_with_items(const Reading& reading, const ItemPlaces& places,
                                const AlignedPieces& pieces, const text::TokenizerPair& tokenizers,
                                WordEnds ends);

}  // namespace regard::translate
