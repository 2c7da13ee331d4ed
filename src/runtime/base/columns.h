#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace regard {

/// Characters of UTF-8; each counts as one column of a terminal.
size_t text_width(std::string_view text);

/// The lines of a text, at least one.
std::vector<std::string> lines_in(std::string_view text);

/// Text and blanks up to `width` columns: behind the text, or before it if it ends there.
std::string padded(std::string_view text, size_t width, bool ends_there = false);

/// The width of each column of a table's rows. A row may be short.
std::vector<size_t> column_widths(const std::vector<std::vector<std::string>>& rows);

/// A table in plain text, with two blanks between columns and none at the end of a line. The first
/// `left` columns are aligned at their left, the others at their right.
std::string in_columns(const std::vector<std::vector<std::string>>& rows, size_t left = 1);

}  // namespace regard
