#pragma once
#include <array>
#include <string>

#include "compare/comparison.h"

namespace regard::cli {

enum class TableFormat { none, latex, md, csv };
constexpr auto names_of(TableFormat) { return std::array{"none", "latex", "md", "csv"}; }

/// The scores of all systems as a table for a paper: a row for each system, a column for each
/// metric with half of its 95 % interval; in bold the best score that is significantly better than
/// all others. csv: the ends of the intervals, and no bold.
std::string score_table(const compare::Comparison& comparison, TableFormat format);

}  // namespace regard::cli
