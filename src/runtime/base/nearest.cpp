#include "base/nearest.h"

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

namespace {

/// A word of at least this many letters can be the beginning of another, with at most this many
/// mistakes: --bem for --beam-size.
constexpr size_t kShortestBeginning = 3;
constexpr size_t kMostInBeginning = 1;

/// The candidate at a distance below `limit` and below its own length that is nearest.
template <class Distance>
std::optional<std::string> nearest_by(const std::vector<std::string>& candidates, size_t limit,
                                      const Distance& distance) {
  std::optional<std::string> best;
  for (const auto& candidate : candidates) {
    if (candidate.size() > limits::kNearestBytes) continue;
    const size_t found = distance(candidate);
    if (found >= limit || found >= candidate.size()) continue;
    best = candidate;
    limit = found;
  }
  return best;
}

/// The least distance of `word` from a beginning of `candidate` about as long.
size_t distance_of_beginning(std::string_view word, std::string_view candidate) {
  const size_t shortest = std::min(word.size() - 1, candidate.size());
  size_t least = edit_distance(word, candidate.substr(0, shortest));
  for (size_t size = shortest + 1; size <= std::min(word.size() + 1, candidate.size()); ++size) {
    least = std::min(least, edit_distance(word, candidate.substr(0, size)));
  }
  return least;
}

}  // namespace

std::optional<std::string> nearest(std::string_view word,
                                   const std::vector<std::string>& candidates) {
  if (word.size() > limits::kNearestBytes) return std::nullopt;
  // Farther than this is a different word.
  const size_t limit = std::max<size_t>(1, word.size() / 3) + 1;
  const auto whole = nearest_by(candidates, limit, [&](const std::string& candidate) {
    return edit_distance(word, candidate);
  });
  const size_t hyphens = std::min(word.find_first_not_of('-'), word.size());
  if (whole || word.size() - hyphens < kShortestBeginning) return whole;
  return nearest_by(candidates, kMostInBeginning + 1, [&](const std::string& candidate) {
    return distance_of_beginning(word, candidate);
  });
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  const auto meant = nearest(word, candidates);
  return meant ? "did you mean '" + *meant + "'?" : "";
}

}  // namespace regard
