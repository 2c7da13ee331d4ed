#pragma once
#include <string>

#include "regard/compare/comparison.h"
#include "regard/compare/tables.h"
#include "regard/report/pictures.h"

namespace regard::report {

/// Of charts that share a row with another.
inline constexpr double kChartWidth = 460;
/// Of charts with curves: many have a legend of several lines.
inline double chart_height(const compare::Comparison& comparison) {
  return are_many(comparison) ? 400 : 300;
}

// The sections of the page of a comparison, each as HTML. One that has nothing to show says why in
// a sentence, or is empty. Charts are added to `pictures`, too.

/// Which is better and whether that can be relied on, for those who read nothing else.
std::string verdict_section(const compare::Comparison& comparison);
/// What the systems are and what they cost.
std::string models_section(const compare::Comparison& comparison, Pictures& pictures);
/// How good they are, in all and on parts of the text.
std::string quality_section(const compare::Comparison& comparison, Pictures& pictures);
/// A frame that comparison_script.h fills. Of so many sentences the page has no n-best lists and
/// attention, for want of room.
std::string sentences_section(const compare::Comparison& comparison, std::size_t left_out);
/// Whether a difference survives training again with other seeds.
std::string seeds_section(const compare::Comparison& comparison, Pictures& pictures);
/// How sure the models are, and what search finds.
std::string search_section(const compare::Comparison& comparison, Pictures& pictures);

}  // namespace regard::report
