#include "reranking/tuning_text.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "regard/base/error.h"

namespace regard::translate {

double TuningText::score(std::span<const double> weights, const metrics::Metric& metric) const {
  std::vector<double> sums(statistics.columns());
  for (const auto& line : lines) {
    const auto row = statistics.row(line.first_row + best_of(line.features, weights));
    std::ranges::transform(sums, row, sums.begin(), std::plus());
  }
  return metric.value(sums);
}

TuningText tuning_text(std::span<const std::vector<Rated>> lines,
                       std::span<const std::string> references, const metrics::Metric& metric) {
  const auto some = std::ranges::find_if(lines, [](const auto& line) { return !line.empty(); });
  if (some == lines.end()) {
    throw Error("there are no candidates to tune weights on", {},
                "give a text with lines that are not blank");
  }
  const Rated nothing = {.text = "", .features = Features(some->front().features.size())};
  std::vector<TuningText::Line> numbers;
  std::vector<std::string> hypotheses, repeated;
  for (size_t line = 0; line < lines.size(); ++line) {
    numbers.push_back({.features = {}, .first_row = hypotheses.size()});
    const auto candidates = lines[line].empty() ? std::span(&nothing, 1) : std::span(lines[line]);
    for (const auto& candidate : candidates) {
      numbers.back().features.push_back(candidate.features);
      hypotheses.push_back(candidate.text);
      repeated.push_back(references[line]);
    }
  }
  return {.lines = std::move(numbers),
          .statistics = metric.statistics(hypotheses, std::span(&repeated, 1))};
}

}  // namespace regard::translate
