#pragma once
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "html.h"
#include "regard/compare/comparison.h"

namespace regard::report {

// Tables with a column for each system.

inline constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// `first` stands above the names of the rows.
inline std::vector<Head> system_heads(const compare::Comparison& comparison,
                                      const std::string& first = {}) {
  std::vector<Head> heads = {{.text = first}};
  for (std::size_t i = 0; i < comparison.systems.size(); ++i) {
    heads.push_back({.text = comparison.systems[i].name, .system = i});
  }
  return heads;
}

inline bool are_many(const compare::Comparison& comparison) {
  return comparison.systems.size() > kFewSystems;
}

/// Of charts with curves: many have a legend of several lines.
inline double chart_height(const compare::Comparison& comparison) {
  return are_many(comparison) ? 400 : 300;
}

enum class Best { none, highest, lowest };

/// `value_of(system)` is a number, NaN where it is not known; `text_of(number)` writes it. A row
/// without any known number is not added.
template <class ValueOf, class TextOf>
void add_row(DataTable& table, const compare::Comparison& comparison, const std::string& name,
             const std::string& meaning, Best best, const ValueOf& value_of,
             const TextOf& text_of) {
  Row row{.name = name, .meaning = meaning};
  std::vector<double> values;
  bool any = false;
  for (const auto& system : comparison.systems) {
    const double value = value_of(system);
    values.push_back(value);
    any |= std::isfinite(value);
    row.cells.push_back({.text = std::isfinite(value) ? text_of(value) : "–"});
  }
  if (best != Best::none) mark_best(row, values, best == Best::highest);
  if (any) table.rows.push_back(std::move(row));
}

/// As value_of: a number of a model, of a run whose decoding was measured.
template <class Get>
auto of_model(const Get& get) {
  return [get](const compare::System& system) -> double {
    return system.model ? static_cast<double>(get(*system.model)) : kUnknown;
  };
}
template <class Get>
auto of_decoding(const Get& get) {
  return [get](const compare::System& system) -> double {
    const bool measured = system.model && system.model->decoding;
    return measured ? static_cast<double>(get(*system.model->decoding)) : kUnknown;
  };
}

}  // namespace regard::report
