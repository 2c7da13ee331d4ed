#pragma once
#include <optional>
#include <string_view>

namespace regard::text {

/// Detects indented code in Markdown: lines indented by a tab or four blanks after a blank line,
/// outside list items, footnotes and admonitions (!!! note).
class IndentedCode {
 public:
  /// Must be called in order, for each line that is not otherwise excluded from translation.
  bool is_code(std::string_view line);
  /// Records a line of other code, which ends an item if it is not indented.
  void pass(std::string_view line);

 private:
  bool is_behind_blank_ = true, is_in_code_ = false, is_in_item_ = false;
};

/// The title of an admonition or a tab of MkDocs (!!! note "Title"), if `line` begins one; empty if
/// it has no title.
std::optional<std::string_view> admonition_title(std::string_view line);

}  // namespace regard::text
