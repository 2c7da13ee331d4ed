#pragma once
#include <string>

#include "regard/compare/data_table.h"
#include "regard/compare/numbers.h"

/// A struct of a comparison describes its members once, as options do (docs/design.md):
///
///     v.facts("key", &O::member, ...)                  for programs alone: keys of the JSON
///     v.facts_by_key(&O::map)                          the same of a map's entries
///     v.fact("key", &O::member, {"name", "meaning"})   also a row of the terminal's and the
///                                                      page's tables
///     v.row({"name", "meaning"}, function)             a row only, of what follows from facts
///
/// Visitors of `describe`: comparison_json.cpp and FactRows.
namespace regard::compare {

/// Which of a row's values is marked as the best.
enum class Best { none, highest, lowest };

inline constexpr bool kZeroIsUnknown = true;

/// How people are told of a fact.
struct Shown {
  const char* name;
  const char* meaning;                   ///< a short phrase beside the name
  std::string (*write)(double) = whole;  ///< of a number; texts are shown as they are
  Best best = Best::none;
  Where where = Where::everywhere;
  bool zero_is_unknown = false;
};

}  // namespace regard::compare
