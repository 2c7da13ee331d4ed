#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace regard::text {

/// A line of running text, split into its parts.
struct TextLine {
  std::string_view lead;    ///< white space at the beginning
  std::string_view mark;    ///< list mark, with the spaces after it
  std::string_view words;   ///< words to translate; may be empty
  std::string_view behind;  ///< white space and line end
  bool is_structured = false;
  bool is_indented = false;  ///< part of a block that is indented by four blanks or a tab
  size_t column = 0;         ///< for a table cell: number of characters before the cell in its line
};

/// Number of characters of a text.
int64_t width_of(std::string_view text);

/// Whether the mark of a Markdown line only continues block quotes of a paragraph, whose first line
/// has the mark `first`: none or some of them. A heading does not continue.
bool only_continues_quotes(std::string_view mark, std::string_view first);

/// Consecutive lines that may form one paragraph.
class Paragraph {
 public:
  explicit Paragraph(std::span<const TextLine> lines);

  /// Whether the sentence in line `number` continues in the next line. A list of words has no end
  /// marks; in a list of sentences, no line begins with a small letter.
  bool goes_on(size_t number) const;

  /// Whether the break after line `number` does not come from wrapping: the paragraph is narrow or
  /// indented, or the next word would have fit easily.
  bool keeps_break(size_t number) const;

 private:
  /// The width of a line together with the first word of the next one.
  int64_t width_with_next_word(size_t number) const;

  std::span<const TextLine> lines_;
  int64_t width_ = 0;  // width of the longest line, in characters
  bool has_end_mark_ = false, goes_on_small_ = false;
};

}  // namespace regard::text
