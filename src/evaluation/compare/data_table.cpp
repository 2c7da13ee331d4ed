#include "compare/data_table.h"

#include <algorithm>
#include <cmath>

namespace regard::compare {

void mark_best(Row& row, const std::vector<double>& values, bool higher_is_better) {
  std::vector<double> known;
  for (const double value : values) {
    if (std::isfinite(value)) known.push_back(value);
  }
  if (known.empty()) return;
  const double best = higher_is_better ? std::ranges::max(known) : std::ranges::min(known);
  const auto at = std::ranges::find(values, best) - values.begin();
  const auto text = row.cells[static_cast<std::size_t>(at)].text;
  bool differ = false;
  for (std::size_t i = 0; i < values.size(); ++i) {
    differ |= std::isfinite(values[i]) && row.cells[i].text != text;
  }
  for (auto& cell : row.cells) cell.best = differ && cell.text == text;
}

}  // namespace regard::compare
