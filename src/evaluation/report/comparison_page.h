#pragma once
#include <string>
#include <vector>

#include "compare/comparison.h"
#include "report/comparison_sections.h"

namespace regard::report {

/// One self-contained HTML file for readers who did not make the comparison: the verdict in words,
/// the models side by side, quality overall and by slice, every sentence, seeds, calibration and
/// search. It needs no network, has light and dark themes, and can be printed. Its script shows
/// values on hover, sorts and searches sentences, and draws their attention.
struct ComparisonPage {
  std::string html;
  std::vector<PagePicture> pictures;  ///< its charts
};
ComparisonPage comparison_page(const compare::Comparison& comparison);

}  // namespace regard::report
