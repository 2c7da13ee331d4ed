#pragma once
#include <string_view>

namespace regard::text {

/// Code that is indented, in Markdown: by a tab or four blanks, behind a blank line, and not within
/// an item of a list, a footnote or an admonition (!!! note).
class IndentedCode {
 public:
  /// Asked for each line that is translated otherwise, in order.
  bool is_code(std::string_view line);
  /// A line of other code, which ends an item if it is not indented.
  void pass(std::string_view line);

 private:
  bool is_behind_blank_ = true, is_in_code_ = false, is_in_item_ = false;
};

}  // namespace regard::text
