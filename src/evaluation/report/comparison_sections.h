#pragma once
#include <string>

#include "compare/comparison.h"
#include "compare/tables.h"
#include "report/pictures.h"

namespace regard::report {

/// Of charts that share a row.
inline constexpr double kChartWidth = 460;
/// Of charts with curves: that of many systems has a legend of several lines.
inline double chart_height(const compare::Comparison& comparison) {
  return are_many(comparison) ? 400 : 300;
}

// The sections of a comparison's page, as HTML. A section with nothing to show says why in a
// sentence, or is empty. Charts are also added to `pictures`.

/// Which is better, and how reliable that is, for those who read nothing else.
std::string verdict_section(const compare::Comparison& comparison);
/// The systems and their cost.
std::string models_section(const compare::Comparison& comparison, Pictures& pictures);
/// Scores of the whole text and of its parts.
std::string quality_section(const compare::Comparison& comparison, Pictures& pictures);
/// A frame that the page's script fills. `left_out`: sentences whose n-best lists and attention the
/// page has no room for.
std::string sentences_section(const compare::Comparison& comparison, std::size_t left_out);
/// Whether a difference persists over other seeds.
std::string seeds_section(const compare::Comparison& comparison, Pictures& pictures);
/// Confidence of the models, and what search finds.
std::string search_section(const compare::Comparison& comparison, Pictures& pictures);

}  // namespace regard::report
