#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include "regard/compare/data_table.h"

namespace regard::report {

// Parts of a page. Texts are escaped here, so what goes in is plain text, but for what is called
// html, which is a part already.

using compare::Cell;
using compare::DataTable;
using compare::Head;
using compare::Row;

/// Scrolls in itself where the page is narrow; empty where the table has no rows.
std::string table_html(const DataTable& table);

/// `style`: "" or "note".
std::string paragraph(std::string_view text, std::string_view style = {});

/// Something that opens when one clicks at its summary.
std::string folded(std::string_view summary, std::string_view html);

/// `id`: letters, digits, - and _.
std::string section(std::string_view id, std::string_view title, std::string_view html);
std::string subsection(std::string_view title, std::string_view html);

/// A system's name with its colour before it.
std::string system_html(std::string_view name, std::size_t system);

}  // namespace regard::report
