#pragma once
#include <cstddef>
#include <string>
#include <vector>

/// Text for a terminal; widths count characters.
namespace regard::compare {

inline constexpr std::size_t kColumns = 100;

/// Cut to `width` characters, the last of them "…" where something is left out.
std::string shortened(const std::string& text, std::size_t width);

/// The same with its beginning and its end, by which names such as "model-seed1" are told apart.
std::string shortened_name(const std::string& name, std::size_t width);

/// Words in lines of at most kColumns, the first after `first`, the others after `rest`; a word
/// that is longer than a line has a line of its own.
std::string wrapped(const std::string& text, const std::string& first, const std::string& rest);

/// Rows under a head: the first column to the left, the others to the right, no wider than
/// kColumns; what is too wide in the first column is shortened. A cell of the head may have several
/// lines.
std::string plain_table(const std::vector<std::string>& head,
                        const std::vector<std::vector<std::string>>& rows);

/// The same, but a row is a column, for heads of many columns: as many tables, one below another,
/// as are needed for all rows. Labels of rows, which stand above the columns then, are broken into
/// lines.
std::string turned_tables(const std::vector<std::string>& head,
                          const std::vector<std::vector<std::string>>& rows);

}  // namespace regard::compare
