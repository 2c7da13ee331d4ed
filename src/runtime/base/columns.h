#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace regard {

/// Number of characters in UTF-8 text; each counts as one column of a terminal.
size_t text_width(std::string_view text);

/// The lines of a text; at least one.
std::vector<std::string> lines_in(std::string_view text);

/// Pads text with blanks to `width` columns: on the right, or on the left if `ends_there`.
std::string padded(std::string_view text, size_t width, bool ends_there = false);

/// The width of each column of a table. Rows may differ in length.
std::vector<size_t> column_widths(const std::vector<std::vector<std::string>>& rows);

/// A plain-text table with two blanks between columns and no trailing blanks. The first `left`
/// columns are left-aligned, the others right-aligned.
std::string in_columns(const std::vector<std::vector<std::string>>& rows, size_t left = 1);

}  // namespace regard
