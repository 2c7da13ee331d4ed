#include "compare/fact_rows.h"

#include <algorithm>
#include <cmath>

#include "regard/base/str.h"

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

Figure figure_of(const Shown& shown, double value) {
  if (!std::isfinite(value) || (shown.zero_is_unknown && value == 0)) return {};
  return {.value = value, .text = shown.write(value)};
}

Figure figure_of(const Shown& shown, const std::optional<double>& value) {
  return value ? figure_of(shown, *value) : Figure();
}

Figure figure_of(const Shown&, const std::string& text) { return {.text = text}; }

Figure figure_of(const Shown&, const std::vector<std::string>& texts) {
  return {.text = join(texts, "; ")};
}

void add_row(std::vector<Row>& rows, const Shown& shown, const std::vector<Figure>& figures) {
  if (std::ranges::all_of(figures, [](const Figure& figure) { return figure.text.empty(); })) {
    return;
  }
  Row row{.name = shown.name, .meaning = shown.meaning, .where = shown.where};
  std::vector<double> values;
  for (const auto& figure : figures) {
    row.cells.push_back({.text = figure.text.empty() ? "–" : figure.text});
    values.push_back(figure.value);
  }
  if (shown.best != Best::none) mark_best(row, values, shown.best == Best::highest);
  rows.push_back(std::move(row));
}

}  // namespace regard::compare
