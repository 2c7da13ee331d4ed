#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "alignment/links.h"
#include "alignment/quality.h"

namespace regard::findings {

/// A sentence pair that the page shows.
struct DrawnPair {
  std::vector<std::string> source, target;
  alignment::Links links = {};
  std::optional<alignment::GoldLinks> gold = {};
};

/// A self-contained page without scripts: a grid for each pair, with a row for each source word and
/// a column for each target word. Dots are links; the background shows the sure and possible links
/// of the gold alignment. `quality`: the result of comparing all pairs with the gold alignment.
std::string links_page(const std::string& title, std::span<const DrawnPair> pairs,
                       const std::optional<alignment::Quality>& quality);

}  // namespace regard::findings
