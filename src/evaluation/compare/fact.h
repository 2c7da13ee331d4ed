#pragma once
#include <string>

#include "compare/data_table.h"
#include "compare/numbers.h"

/// A struct of a comparison describes its members once, as options do:
///
///     v.facts("key", &O::member, ...)                  keys of the JSON alone
///     v.facts_by_key(&O::map)                          the same for the entries of a map
///     v.fact("key", &O::member, {"name", "meaning"})   also a row of the terminal's and the
///                                                      page's tables
///     v.row({"name", "meaning"}, function)             a row alone, computed from the facts
///
/// Visitors of `describe`: comparison_json.cpp and FactRows.
namespace regard::compare {

/// Which of a row's values is marked as the best.
enum class Best { none, highest, lowest };

inline constexpr bool kZeroIsUnknown = true;

/// How a fact is shown to people.
struct Shown {
  const char* name;
  const char* meaning;                   ///< a short phrase beside the name
  std::string (*write)(double) = whole;  ///< a number; texts are shown as they are
  Best best = Best::none;
  Where where = Where::everywhere;
  bool zero_is_unknown = false;
};

}  // namespace regard::compare
