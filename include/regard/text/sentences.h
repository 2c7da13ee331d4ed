#pragma once
#include <string_view>
#include <vector>

namespace regard::text {

/// Splits English or French running text into sentences, each with the white space after it, so
/// that joining them restores the text. A sentence ends at . ! ? or an ellipsis, with closing
/// quotes and brackets, marks of footnotes and emoticons, before white space and a possible start
/// of a sentence, or before a word that begins one without a space. It does not end inside a
/// number, an address or a name with periods, after an abbreviation (Mr., p. ex., M., Mme), after
/// an initial, after the number of an item of a list, or before a lower-case letter. A tab, a
/// vertical bar between spaces and an end of a line end it, too; a line that goes on with a
/// lower-case letter is of the same sentence.
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
