#pragma once
#include <string>
#include <vector>

#include "regard/compare/comparison.h"
#include "regard/report/pictures.h"

namespace regard::report {

/// One HTML file that shows a comparison to someone who has not made it: the verdict in words, the
/// models side by side, quality in all and in parts, every sentence, seeds, calibration and search.
/// Needs nothing beside it and no network; light and dark; prints; its own script shows values
/// where one points, sorts and searches sentences, and draws their attention.
struct ComparisonPage {
  std::string html;
  std::vector<PagePicture> pictures;  ///< its charts
};
ComparisonPage comparison_page(const compare::Comparison& comparison);

}  // namespace regard::report
