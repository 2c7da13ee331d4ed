#pragma once
#include <cstddef>
#include <string_view>
#include <vector>

namespace regard::text {

/// A cell of a table in plain text.
struct AlignedCell {
  std::string_view text;  ///< text with the blanks before it
  size_t column;          ///< column of the cell's first word, in characters; 0 for the first cell
};

/// Splits lines at columns that are aligned with blanks. Three blanks or leader dots within a line
/// separate cells; two blanks do if a neighboring line has a cell at the same column. Blanks after
/// a sentence's end mark do not, and the lines of options (option_columns.h) are not split.
class AlignedCells {
 public:
  explicit AlignedCells(bool splits) : splits_(splits) {}

  /// The cells of `line`, in order and without gaps; at most one if it is not part of a table.
  std::vector<AlignedCell> of(std::string_view line, std::string_view previous,
                              std::string_view next) const;

 private:
  bool splits_;
};

}  // namespace regard::text
