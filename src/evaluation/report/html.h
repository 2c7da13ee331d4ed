#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include "compare/data_table.h"

namespace regard::report {

// Parts of a page. Parameters are plain text, which is escaped here, except those called html.

using compare::Cell;
using compare::DataTable;
using compare::Head;
using compare::Row;

/// Rows as columns, without those that need wide ones.
DataTable turned(DataTable table);

/// Scrolls by itself on a narrow page; empty if the table has no rows.
std::string table_html(const DataTable& table);

/// `style`: "" or "note".
std::string paragraph(std::string_view text, std::string_view style = {});

/// Hidden until its summary is clicked.
std::string folded(std::string_view summary, std::string_view html);

/// `id`: letters, digits, - and _.
std::string section(std::string_view id, std::string_view title, std::string_view html);
/// Of which only the title shows until it is clicked, linked to, or printed.
std::string folded_section(std::string_view id, std::string_view title, std::string_view html);
std::string subsection(std::string_view title, std::string_view html);

/// A system's name after its colour.
std::string system_html(std::string_view name, std::size_t system);

}  // namespace regard::report
