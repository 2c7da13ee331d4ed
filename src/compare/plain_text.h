#pragma once
#include <cstddef>
#include <string>
#include <vector>

/// Text for a terminal; widths count characters.
namespace regard::compare {

inline constexpr std::size_t kColumns = 100;

/// Cut to `width` characters, ending in "…" if shortened.
std::string shortened(const std::string& text, std::size_t width);

/// The same, keeping the beginning and the end, which distinguish names such as "model-seed1".
std::string shortened_name(const std::string& name, std::size_t width);

/// Words in lines of at most kColumns, the first after `first`, the others after `rest`; a longer
/// word has a line of its own.
std::string wrapped(const std::string& text, const std::string& first, const std::string& rest);

/// Rows under a head, no wider than kColumns: the first column left-aligned and shortened if
/// necessary, the others right-aligned. A cell of the head may have several lines.
std::string plain_table(const std::vector<std::string>& head,
                        const std::vector<std::vector<std::string>>& rows);

/// The same with rows as columns, for heads of many columns: as many tables, one below another, as
/// the rows require. Row labels, now above the columns, are wrapped.
std::string turned_tables(const std::vector<std::string>& head,
                          const std::vector<std::vector<std::string>>& rows);

}  // namespace regard::compare
