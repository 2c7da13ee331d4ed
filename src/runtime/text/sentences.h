#pragma once
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/copied_items.h"

namespace regard::text {

/// Splits English or French running text into sentences, each including the white space after it:
/// joining them restores the text.
///
/// A sentence ends at . ! ? or an ellipsis, plus closing quotes, brackets, tags, footnote marks and
/// emoticons. White space and a possible sentence start must follow, or a word that begins a
/// sentence without a space. No sentence ends inside a copied item (copied_items.h), a number, an
/// address or a name with periods, or after an abbreviation (Mr., p. ex., M., Mme), an initial or a
/// list number. Before a small letter, one ends only after a word that is not an abbreviation, and
/// only if a word follows that typically begins sentences or the text begins with a small letter.
///
/// A sentence also ends at a tab, at a vertical bar, arrow, relation sign or emoji between spaces,
/// at its only dash if a subject follows, and at a line end unless the next line begins with a
/// small letter. A line end written as <br> or the two characters \n is a separate piece.
std::vector<std::string_view> split_sentences(std::string_view text);

/// A sentence without its surroundings: white space, list and footnote marks, emoticons, and
/// anything else without letters.
struct Sentence {
  std::string_view before;  ///< text since the previous sentence or the beginning of the text
  std::string_view words;
};

/// A text's sentences. All views in order make up the text.
struct Sentences {
  std::vector<Sentence> sentences;
  std::string_view
      behind;  ///< the text after the last sentence; everything in a text without letters
};

Sentences sentences_of(std::string_view text);

/// Number of bytes at the beginning of `text` that represent line or paragraph ends without being
/// white space, with the blanks between them: <br>, </p>, or \n and \t as two characters, as in
/// string files; 0 if none.
size_t written_break_size(std::string_view text);

/// Whether a text consists only of blanks and written breaks (written_break_size()).
bool is_written_break(std::string_view text);

/// The number of lines in each group, in order. Lines spanned by
/// one copied item, such as a message over several lines, form a
/// group; any other line is a group of 1. Takes linear time.
std::vector<size_t> spans_of_items(std::span<const std::string_view> lines);

/// Splits a sentence of more than `longest` tokens, as counted by `count`, into parts of at most
/// that many tokens. Cuts near the middle, after semicolons and colons if possible, else after
/// commas, else before English or French conjunctions, else between words. A single word is cut
/// between characters. Only spaces at the cuts are lost.
std::vector<std::string> split_at_clauses(std::string_view sentence, size_t longest,
                                          const std::function<size_t(std::string_view)>& count);

/// Splits a sentence at clauses as above, but never cuts inside `items`, its copied items. Each
/// item counts as one character.
std::vector<std::string> split_at_clauses(std::string_view sentence,
                                          const std::vector<CopiedItem>& items, size_t longest,
                                          const std::function<size_t(std::string_view)>& count);

/// A unit of running text: a paragraph, a heading, a list item.
struct Block {
  /// A line break within the block.
  struct Break {
    size_t at;          ///< number of characters of the text before the break
    std::string bytes;  ///< white space, line end, and the indent of the next line

    bool operator==(const Break&) const = default;
  };

  std::string indent;       ///< white space and list mark ("- ", "2. ") before the text
  std::string text;         ///< the lines joined by spaces; empty if there is nothing to translate
  std::string behind = {};  ///< white space and line end of the last line
  std::string json = {};    ///< `text` as written in JSON; empty if the document is not JSON
  std::vector<Break> breaks = {};  ///< empty unless line breaks are kept
  size_t column = 0;  ///< for a cell: number of characters before its words; otherwise 0

  /// The block with `translation` in place of its text. Each break is put between two words, at the
  /// same relative position; a translation with fewer words has fewer breaks.
  std::string with(const std::string& translation) const;

  bool operator==(const Block&) const = default;
};

/// The rule by which lines form paragraphs. A blank line, a different indent, a list mark, or a
/// line without letters always starts a new block.
enum class Wrapping {
  none,      ///< each line is a block
  detected,  ///< a line that ends in the middle of a sentence continues in the next one
  kept,      ///< like detected, but the translation gets the same number of lines
  /// Like detected, but lines that are narrow, indented or do not fill their paragraph keep their
  /// breaks, and cells in aligned columns are blocks.
  laid_out,
  markdown,  ///< like detected, but two blanks or \ end a line, and indented code is kept
  all,       ///< consecutive lines form one paragraph
};

/// The lines of a text, each with its end: \n, \r\n, \r, or another Unicode line end.
std::vector<std::string_view> lines_with_ends(std::string_view text);

/// Determines which lines of a document are not translated; call it for each line in order. Such
/// lines are fenced code, lines that begin with :::, the front matter of a Markdown file, subtitle
/// times, and the header, notes and styles of WebVTT.
class VerbatimLines {
 public:
  /// `are_subtitles`: the document is WebVTT even if its first line does not declare it.
  explicit VerbatimLines(bool are_subtitles = false) : is_web_subtitles_(are_subtitles) {}

  bool is_verbatim(std::string_view line);
  /// Whether the last line was inside a fence that has not been closed.
  bool is_within() const { return !fence_.empty() || is_in_head_; }

 private:
  bool is_first_ = true, is_in_head_ = false, is_in_notes_ = false, is_web_subtitles_;
  std::string fence_;  // the opening fence of the current fenced block; empty outside
};

/// Splits lines into blocks. The value in a line of structured text (msgid "cat", key: cat) is a
/// block of its own, unless each line is a block. Lines spanned by one copied item (copied_items.h)
/// are joined with their line ends. A line may include its end, which then goes to `behind`.
/// Everything untranslated is kept: in order, the parts of the blocks form the lines, except for
/// line ends within blocks.
std::vector<Block> blocks_of_lines(std::span<const std::string_view> lines, Wrapping wrapping);

/// The blocks of a document's lines. If the document is JSON and the lines include their ends,
/// these are the blocks of each string (json_strings.h).
std::vector<Block> blocks_of(std::span<const std::string_view> lines,
                             Wrapping wrapping = Wrapping::detected);

}  // namespace regard::text
