#pragma once
#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "compare/numbers.h"

namespace regard::compare {

/// Where a row is shown.
enum class Where {
  everywhere,
  page,       ///< not in a terminal
  wide_page,  ///< only with few systems, when columns are wide
};

struct Cell {
  std::string text = {};
  std::string spread = {};  ///< shown after `text`: "± 1.2"
  std::string small = {};   ///< a second figure, shown below on a page
  bool best = false;
  bool strong = false;  ///< whether it is shown in bold
};

struct Row {
  std::string name = {};
  std::string meaning = {};  ///< an explanation: a short phrase
  std::vector<Cell> cells = {};
  std::optional<std::size_t> system = {};  ///< if set, the row is about this system (as in Head)
  Where where = Where::everywhere;
};

/// A column heading. A system's name is shown with its color.
struct Head {
  std::string text = {};
  std::optional<std::size_t> system = {};
  std::string meaning = {};
};

/// Rows with column headings; the first column contains the row names. A table without rows is not
/// shown.
struct DataTable {
  std::string caption = {};
  std::vector<Head> head = {};
  std::vector<Row> rows = {};
  bool turns = true;  ///< whether the columns of many systems become rows
};

/// Marks the cells with the best of the row's `values` (NaN: unknown). Cells with the same text are
/// equally good. If all known cells are equally good, none is marked.
void mark_best(Row& row, const std::vector<double>& values, bool higher_is_better = true);

}  // namespace regard::compare

/// A struct of a comparison describes its members once, as options do:
///
///   v.facts("key", &O::member, ...)                    keys only in the JSON
///   v.facts_by_key(&O::map)                            the same for the entries of a map
///   v.fact("key", &O::member, {"name", "meaning"})     also a row in terminal and page tables
///   v.row({"name", "meaning"}, function)               only a row, computed from the facts
///
/// Visitors of `describe`: comparison_json.cpp and FactRows.
namespace regard::compare {

/// Which value of a row is marked as the best.
enum class Best { none, highest, lowest };

inline constexpr bool kZeroIsUnknown = true;

/// How a fact is shown to people.
struct Shown {
  const char* name;
  const char* meaning;                   ///< a short phrase next to the name
  std::string (*write)(double) = whole;  ///< formats a number; strings are shown unchanged
  Best best = Best::none;
  Where where = Where::everywhere;
  bool zero_is_unknown = false;
};

/// A system's value for one fact, as shown in a cell.
struct Figure {
  double value = std::numeric_limits<double>::quiet_NaN();  ///< NaN for strings and unknown values
  std::string text = {};                                    ///< empty if unknown
};
Figure figure_of(const Shown& shown, double value);
Figure figure_of(const Shown& shown, const std::optional<double>& value);
Figure figure_of(const Shown& shown, const std::string& text);
Figure figure_of(const Shown& shown, const std::vector<std::string>& texts);

/// Adds a row with the best figure marked, unless all figures are unknown.
void add_row(std::vector<Row>& rows, const Shown& shown, const std::vector<Figure>& figures);

/// Visitor of `Facts::describe`: creates a row for each fact that is shown, with a cell per system.
template <class Facts>
class FactRows {
 public:
  explicit FactRows(std::vector<const Facts*> facts) : facts_(std::move(facts)) {}

  template <class... KeysAndMembers>
  void facts(KeysAndMembers...) {}
  template <class Member>
  void fact(const char*, Member member, const Shown& shown) {
    row(shown, member);
  }
  template <class Get>
  void row(const Shown& shown, const Get& get) {
    std::vector<Figure> figures;
    for (const auto* facts : facts_) {
      figures.push_back(facts == nullptr ? Figure() : figure_of(shown, std::invoke(get, *facts)));
    }
    add_row(rows, shown, figures);
  }

  std::vector<Row> rows = {};

 private:
  std::vector<const Facts*> facts_;
};

/// The rows of all shown facts. `facts`: by system; null for a system without them.
template <class Facts>
std::vector<Row> fact_rows(std::vector<const Facts*> facts) {
  FactRows<Facts> rows(std::move(facts));
  Facts::describe(rows);
  return std::move(rows.rows);
}

}  // namespace regard::compare
