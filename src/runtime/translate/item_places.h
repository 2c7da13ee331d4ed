#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "text/tokenizer_pair.h"
#include "translate/counted_place.h"
#include "translate/reading.h"
#include "translate/word_alignment.h"
#include "translate/written_text.h"

namespace regard::translate {

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

WordsWithItems words_with_items(const Reading& reading, const ItemPlaces& places,
                                const std::vector<std::string>& source_pieces,
                                const std::vector<std::string>& target_pieces,
                                const Weights& attention, const text::TokenizerPair& tokenizers);

}  // namespace regard::translate
