#pragma once
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/copied_items.h"

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

/// A sentence as it is translated, without what surrounds it: white space, marks of lists and
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

/// Bytes of the ends of lines and paragraphs at the beginning of `text` that are written in other
/// characters than white space, with the blanks between them: <br>, </p>, \n and \t of two
/// characters, as files of strings have them; 0: there are none.
size_t written_break_size(std::string_view text);

/// Whether a text is such breaks and blanks alone.
bool is_written_break(std::string_view text);

/// How many lines belong together, from each line that begins such a group: those that one copied
/// item spans, such as a message over several lines; else 1. Takes time in proportion to the text.
std::vector<size_t> spans_of_items(std::span<const std::string_view> lines);

/// Splits a sentence of more than `longest` tokens, as counted by `count`, into parts of at most
/// that many: after semicolons and colons, else after commas, else before English or French
/// conjunctions, else between words, each time near the middle; a single word between characters.
/// Only spaces at the cuts are lost.
std::vector<std::string> split_at_clauses(std::string_view sentence, size_t longest,
                                          const std::function<size_t(std::string_view)>& count);

/// None is cut within one of the copied items of the sentence, each of which counts as a character.
std::vector<std::string> split_at_clauses(std::string_view sentence,
                                          const std::vector<CopiedItem>& items, size_t longest,
                                          const std::function<size_t(std::string_view)>& count);

/// A unit of running text: a paragraph, a heading, an item of a list.
struct Block {
  std::string indent;       ///< white space and the item's mark ("- ", "2. ") before it
  std::string text;         ///< its lines joined by spaces; empty: nothing to translate
  std::string behind = {};  ///< white space and the end of its last line
  std::string json = {};    ///< `text` as a string of JSON has it; empty: the document is not JSON

  /// The block with a translation in place of its text.
  std::string with(const std::string& translation) const;

  bool operator==(const Block&) const = default;
};

/// How lines form paragraphs. A blank line, a different indent, the mark of a list or a line
/// without letters always starts a new block.
enum class Wrapping {
  none,      ///< each line is a block
  detected,  ///< a line that ends in the middle of a sentence goes on in the next one
  markdown,  ///< as detected, but two blanks or \ at a line's end end it, and indented code stays
  all,       ///< lines that follow one another are one paragraph
};

/// The lines of a text, each with its end: \n, \r\n, \r, or one of Unicode's others.
std::vector<std::string_view> lines_with_ends(std::string_view text);

/// Whether the lines of a document are translated, asked from its first line on. Code between
/// fences, lines of :::, the head of a Markdown file between lines of ---, times of subtitles, and
/// the head, notes and styles of WebVTT are not.
class VerbatimLines {
 public:
  /// `are_subtitles`: the document is WebVTT, even if its first line does not say so.
  explicit VerbatimLines(bool are_subtitles = false) : is_web_subtitles_(are_subtitles) {}

  bool is_verbatim(std::string_view line);
  /// Whether the last line was within a fence, so that its end may come.
  bool is_within() const { return !fence_.empty() || is_in_head_; }

 private:
  bool is_first_ = true, is_in_head_ = false, is_in_notes_ = false, is_web_subtitles_;
  std::string fence_;  // the opening fence, while inside
};

/// Splits lines into blocks. The value of a line of structured text (msgid "cat", key: cat) is a
/// block of its own, unless each line is a block. Lines that one copied item spans (copied_items.h)
/// are one, with the ends of lines within it. A line may have its end, which is then in `behind`.
/// All that is not translated stays: the blocks' parts in order are the lines, but for ends of
/// lines within blocks.
std::vector<Block> blocks_of_lines(std::span<const std::string_view> lines, Wrapping wrapping);

/// The blocks of a document: of its lines, or, if it is JSON and its lines have their ends, of the
/// lines of each string (json_strings.h).
std::vector<Block> blocks_of(std::span<const std::string_view> lines,
                             Wrapping wrapping = Wrapping::detected);

}  // namespace regard::text
