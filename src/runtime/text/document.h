#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace regard::text {

/// A unit of running text: a paragraph, a heading, an item of a list.
struct Block {
  std::string indent;       ///< white space and the item's mark ("- ", "2. ") before it
  std::string text;         ///< its lines joined by spaces; empty: nothing to translate
  std::string behind = {};  ///< white space and the end of its last line

  bool operator==(const Block&) const = default;
};

/// How lines form paragraphs. A blank line, a different indent, the mark of a list or a line
/// without letters always starts a new block.
enum class Wrapping {
  none,      ///< each line is a block
  detected,  ///< a line that ends in the middle of a sentence goes on in the next one
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
std::vector<Block> blocks_of(std::span<const std::string_view> lines,
                             Wrapping wrapping = Wrapping::detected);

}  // namespace regard::text
