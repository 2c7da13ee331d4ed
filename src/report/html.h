#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "regard/draw/picture.h"

namespace regard::report {

// Parts of a page. Texts are escaped here, so what goes in is plain text, but for what is called
// html, which is a part already.

struct Cell {
  std::string text = {};
  std::string small = {};  ///< below it: "± 1.2"
  bool best = false;
  bool strong = false;  ///< in bold
};

struct Row {
  std::string name = {};
  std::string meaning = {};  ///< what the numbers are, in a short phrase
  std::vector<Cell> cells = {};
  std::optional<std::size_t> system = {};  ///< that the row is about, as with a head
};

/// Of a column. A system's name stands beside its colour.
struct Head {
  std::string text = {};
  std::optional<std::size_t> system = {};
  std::string meaning = {};
};

/// A table with a head; the first column names the rows. It scrolls in itself where the page is
/// narrow.
struct DataTable {
  std::string caption = {};
  std::vector<Head> head = {};
  std::vector<Row> rows = {};
  bool turns = true;  ///< rows become columns where there are columns for many systems
};

/// More systems than these stand in rows, not in columns, and in curves, not in bars.
inline constexpr std::size_t kFewSystems = 5;

std::string table_html(const DataTable& table);

/// Marks the cell with the best of `values`, which are those of the row; NaN: none. What reads the
/// same is as good, and where all that are known do, none is marked.
void mark_best(Row& row, const std::vector<double>& values, bool higher_is_better = true);

/// `style`: "" or "note".
std::string paragraph(std::string_view text, std::string_view style = {});

/// A picture with a sentence below it; `description` is for those who cannot see it.
std::string figure(const draw::Picture& picture, const std::string& description,
                   const std::string& caption);

/// Something that opens when one clicks at its summary.
std::string folded(std::string_view summary, std::string_view html);

/// `id`: letters, digits, - and _.
std::string section(std::string_view id, std::string_view title, std::string_view html);
std::string subsection(std::string_view title, std::string_view html);

/// A system's name with its colour before it.
std::string system_html(std::string_view name, std::size_t system);

}  // namespace regard::report
