#include "regard/base/nearest.h"

#include <algorithm>

#include "regard/base/limits.h"

namespace regard {

size_t edit_distance(std::string_view a, std::string_view b) {
  // Rows of the table of distances between prefixes: the current one and the two above it.
  std::vector<size_t> above_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    std::swap(above_last, last);
    std::swap(last, row);
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t change = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({change, last[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], above_last[j - 2] + 1);
      }
    }
  }
  return row[b.size()];
}

std::optional<std::string> nearest(std::string_view word,
                                   const std::vector<std::string>& candidates) {
  std::optional<std::string> best;
  if (word.size() > limits::kNearestBytes) return best;
  size_t best_distance =
      std::max<size_t>(1, word.size() / 3) + 1;  // farther than this is a different word
  for (const auto& candidate : candidates) {
    if (candidate.size() > limits::kNearestBytes) continue;
    const size_t distance = edit_distance(word, candidate);
    if (distance < best_distance && distance < candidate.size()) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  const auto meant = nearest(word, candidates);
  return meant ? "did you mean '" + *meant + "'?" : "";
}

}  // namespace regard
