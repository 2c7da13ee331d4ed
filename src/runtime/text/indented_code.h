#pragma once
#include <optional>
#include <string_view>

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

/// The title of the admonition or MkDocs tab (!!! note "Title") that `line` begins; an empty string
/// if it has none, and std::nullopt for any other line.
std::optional<std::string_view> admonition_title(std::string_view line);

}  // namespace regard::text
