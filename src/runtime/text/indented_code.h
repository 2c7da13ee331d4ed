#pragma once
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace regard::text {

/// Detects indented code in Markdown: lines indented by a tab or four blanks after a blank line,
/// outside list items, footnotes and admonitions (!!! note).
class IndentedCode {
 public:
  /// Whether a line is code. Must be called in order, for all lines not excluded for other reasons.
  bool is_code(std::string_view line);
  /// Records a line of any other code. It ends a list item unless the line is blank or indented.
  void pass(std::string_view line);

 private:
  bool is_behind_blank_ = true, is_in_code_ = false, is_in_item_ = false;
};

struct IndentedLine {
  bool is_indented = false;  ///< as code would be, though it may be text
  bool is_code = false;
};

/// The lines of a plain text. An indented line is code if it is a statement of a program, or if at
/// least half of the lines of its block are.
std::vector<IndentedLine> indented_lines(std::span<const std::string_view> lines);

/// The title of the admonition or MkDocs tab (!!! note "Title") that `line` begins; an empty string
/// if it has none, and std::nullopt for any other line.
std::optional<std::string_view> admonition_title(std::string_view line);

}  // namespace regard::text
