#pragma once
#include <cstddef>
#include <string_view>
#include <vector>

#include "text/items.h"

namespace regard::text {

/// Formulas and commands of LaTeX. A command that formats words (\emph{cat}) is two marks, \emph{
/// and }; one that names something (\ref{cat}) is an item with what it names.
class LatexItems {
 public:
  explicit LatexItems(std::string_view text) : text_(text) {}

  /// Bytes of the item or mark that begins at `at`; 0: none does. The places only grow.
  size_t size_at(size_t at);

 private:
  size_t formula_size(size_t at);    // $x^2$, $$x = y$$
  size_t displayed_size(size_t at);  // \(x\), \[x\]
  size_t command_size(size_t at);    // \ref{x}, \emph{, \alpha
  /// Whether a command without braces stands apart and is not an escape before a word.
  bool is_alone(size_t at, std::string_view name) const;

  std::string_view text_;
  ClosingBraces braces_{text_};
  std::vector<size_t> ends_;  // braces that close what a command formats, the innermost last
  NextText end_of_formula_{text_, "\\)"}, end_of_block_{text_, "\\]"};
  NextOf dollar_{text_, "$"}, bracket_{text_, "]"};
};

}  // namespace regard::text
