#pragma once
#include <string_view>
#include <vector>

namespace regard::text {

/// Splits English or French running text into sentences, each with the white space after it, so
/// that joining them restores the text. A sentence ends at . ! ? or an ellipsis, with closing
/// quotes, brackets and tags, marks of footnotes and emoticons, before white space and a possible
/// start of a sentence, or before a word that begins one without a space. It does not end inside a
/// copied item (copied_items.h), a number, an address or a name with periods, after an abbreviation
/// (Mr., p. ex., M., Mme), after an initial, or after the number of an item of a list. Before a
/// small letter it ends only behind a word that is no abbreviation, if a word follows that begins
/// sentences, or if the text begins with a small letter. A tab, a vertical bar between spaces, the
/// only dash of a sentence before a subject, and an end of a line end it, too; a line that goes on
/// with a small letter is of the same sentence. An end of a line may be <br> or \n of two
/// characters, which is then a piece of its own.
std::vector<std::string_view> split_sentences(std::string_view text);

/// A sentence as it is translated, without what stands beside it: white space, marks of lists and
/// footnotes, emoticons, whatever has no letter.
struct Sentence {
  std::string_view before;  ///< from the end of the sentence before, or from the text's beginning
  std::string_view words;
};

/// A text's sentences. All views in order are the text.
struct Sentences {
  std::vector<Sentence> sentences;
  std::string_view behind;  ///< the last one; all of a text without a letter
};

Sentences sentences_of(std::string_view text);

}  // namespace regard::text
