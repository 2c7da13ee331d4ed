#pragma once
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "compare/fact.h"

namespace regard::compare {

/// A fact of one system as a cell shows it.
struct Figure {
  double value = std::numeric_limits<double>::quiet_NaN();  ///< NaN for texts and if unknown
  std::string text = {};                                    ///< empty if unknown
};
Figure figure_of(const Shown& shown, double value);
Figure figure_of(const Shown& shown, const std::optional<double>& value);
Figure figure_of(const Shown& shown, const std::string& text);
Figure figure_of(const Shown& shown, const std::vector<std::string>& texts);

/// Adds a row with the best figure marked, unless none is known.
void add_row(std::vector<Row>& rows, const Shown& shown, const std::vector<Figure>& figures);

/// Visitor of `Facts::describe`: a row for each fact that is shown, with a cell for each system.
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

/// `facts`: by system, null for a system without them.
template <class Facts>
std::vector<Row> fact_rows(std::vector<const Facts*> facts) {
  FactRows<Facts> rows(std::move(facts));
  Facts::describe(rows);
  return std::move(rows.rows);
}

}  // namespace regard::compare
