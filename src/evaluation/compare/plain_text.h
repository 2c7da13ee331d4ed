#pragma once
#include <cstddef>
#include <string>
#include <vector>

/// Text for a terminal; widths count characters. `columns`: those of the terminal.
namespace regard::compare {

/// Cut to `width` characters, ending in "…" if shortened.
std::string shortened(const std::string& text, std::size_t width);

/// The same, keeping the beginning and the end, which distinguish names such as "model-seed1".
std::string shortened_name(const std::string& name, std::size_t width);

/// Words in lines of at most `columns`, the first after `first`, the others after `rest`; a longer
/// word has a line of its own.
std::string wrapped(const std::string& text, const std::string& first, const std::string& rest,
                    std::size_t columns);

/// Whether a plain_table has room for the columns after the first, and for something of that.
bool has_room(const std::vector<std::string>& head,
              const std::vector<std::vector<std::string>>& rows, std::size_t columns);

/// Rows under a head, no wider than `columns` if they have room: the first column left-aligned and
/// shortened if necessary, the others right-aligned. A cell of the head may have several lines.
std::string plain_table(const std::vector<std::string>& head,
                        const std::vector<std::vector<std::string>>& rows, std::size_t columns);

/// The same with rows as columns, for heads of many columns: as many tables, one below another, as
/// the rows require. Row labels, now above the columns, are wrapped.
std::string turned_tables(const std::vector<std::string>& head,
                          const std::vector<std::vector<std::string>>& rows, std::size_t columns);

}  // namespace regard::compare
