#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "alignment/links.h"
#include "alignment/quality.h"

namespace regard::alignment {

/// A sentence pair to draw.
struct DrawnPair {
  std::vector<std::string> source, target;
  Links links = {};
  std::optional<GoldLinks> gold = {};
};

/// A self-contained page without scripts: a grid for each pair, with a row for each source word and
/// a column for each target word. Dots are links; the background shows sure and possible links of
/// the gold alignment. `quality`: of all pairs, against that.
std::string links_page(const std::string& title, std::span<const DrawnPair> pairs,
                       const std::optional<Quality>& quality);

/// "AER 5.67 %, precision 97.2 %, recall 92.0 %: 1,700 links against 1,600 sure ones of 200 pairs"
std::string sentence_of(const Quality& quality);

}  // namespace regard::alignment
