#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace regard::compare {

/// Where a row is shown.
enum class Where {
  everywhere,
  page,       ///< not in a terminal
  wide_page,  ///< only if there are few systems, so that columns are wide
};

struct Cell {
  std::string text = {};
  std::string spread = {};  ///< beside it: "± 1.2"
  std::string small = {};   ///< on a page: a second figure below it
  bool best = false;
  bool strong = false;  ///< in bold
};

struct Row {
  std::string name = {};
  std::string meaning = {};  ///< a short phrase
  std::vector<Cell> cells = {};
  std::optional<std::size_t> system = {};  ///< the row is about this system, as in Head
  Where where = Where::everywhere;
};

/// The head of a column. A system's name appears with its colour.
struct Head {
  std::string text = {};
  std::optional<std::size_t> system = {};
  std::string meaning = {};
};

/// Rows under a head; the first column has their names. A table without rows is not shown.
struct DataTable {
  std::string caption = {};
  std::vector<Head> head = {};
  std::vector<Row> rows = {};
  bool turns = true;  ///< with columns for many systems, rows become columns
};

/// Marks the cells with the best of the row's `values` (NaN: unknown). Cells that read the same are
/// equally good; if all known ones do, none is marked.
void mark_best(Row& row, const std::vector<double>& values, bool higher_is_better = true);

}  // namespace regard::compare
