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
  wide_page,  ///< only where few systems leave wide columns
};

struct Cell {
  std::string text = {};
  std::string spread = {};  ///< beside it: "± 1.2"
  std::string small = {};   ///< of a page: a second figure below it
  bool best = false;
  bool strong = false;  ///< in bold
};

struct Row {
  std::string name = {};
  std::string meaning = {};  ///< what the numbers are, in a short phrase
  std::vector<Cell> cells = {};
  std::optional<std::size_t> system = {};  ///< that the row is about, as with a head
  Where where = Where::everywhere;
};

/// Of a column. A system's name stands beside its colour.
struct Head {
  std::string text = {};
  std::optional<std::size_t> system = {};
  std::string meaning = {};
};

/// Rows under a head; the first column names them. One without rows is not shown.
struct DataTable {
  std::string caption = {};
  std::vector<Head> head = {};
  std::vector<Row> rows = {};
  bool turns = true;  ///< rows become columns where there are columns for many systems
};

/// Marks the cell with the best of `values`, which are those of the row; NaN: none. What reads the
/// same is as good, and where all that are known do, none is marked.
void mark_best(Row& row, const std::vector<double>& values, bool higher_is_better = true);

}  // namespace regard::compare
