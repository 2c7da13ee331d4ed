#pragma once
#include <cstddef>
#include <string_view>
#include <vector>

#include "text/items.h"

namespace regard::text {

/// LaTeX formulas and commands. A command that formats words (\emph{cat}) gives two marks, \emph{
/// and }. A command that names something (\ref{cat}) is a single item, including its argument.
class LatexItems {
 public:
  explicit LatexItems(std::string_view text) : text_(text) {}

  /// Size in bytes of the item or mark that begins at `at`; 0 if none. `at` must not decrease
  /// between calls.
  size_t size_at(size_t at);

 private:
  size_t formula_size(size_t at);    // $x^2$, $$x = y$$
  size_t displayed_size(size_t at);  // \(x\), \[x\]
  size_t command_size(size_t at);    // \ref{x}, \emph{, \alpha
  /// Whether a command without braces stands alone, so that it is not an escape before a word.
  bool is_alone(size_t at, std::string_view name) const;

  std::string_view text_;
  ClosingBraces braces_{text_};
  std::vector<size_t> ends_;  // closing braces of formatting commands, innermost last
  NextText end_of_formula_{text_, "\\)"}, end_of_block_{text_, "\\]"};
  NextOf dollar_{text_, "$"}, bracket_{text_, "]"};
};

}  // namespace regard::text
