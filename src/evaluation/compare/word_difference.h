#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "compare/words.h"

namespace regard::compare {

/// With more pairs of items (e.g. two long pages), only the common prefix and suffix are found.
inline constexpr std::size_t kMostPairs = std::size_t{1} << 24U;

/// The longest common subsequence of two lists, as pairs of positions. On a tie, prefers the one
/// that skips items of `a` sooner.
template <class List>
std::vector<std::pair<std::size_t, std::size_t>> common_subsequence(const List& a, const List& b) {
  std::size_t begin = 0;
  std::size_t a_end = a.size(), b_end = b.size();
  while (begin < a_end && begin < b_end && a[begin] == b[begin]) ++begin;
  while (a_end > begin && b_end > begin && a[a_end - 1] == b[b_end - 1]) {
    --a_end;
    --b_end;
  }
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t i = 0; i < begin; ++i) pairs.emplace_back(i, i);

  const std::size_t rows = a_end - begin, columns = b_end - begin;
  if (rows > 0 && columns > 0 && rows <= kMostPairs / columns) {
    // longest[i][j]: length of the longest common subsequence of a from i and b from j.
    std::vector<std::uint32_t> longest((rows + 1) * (columns + 1), 0);
    const auto at = [&](std::size_t i, std::size_t j) -> std::uint32_t& {
      return longest[i * (columns + 1) + j];
    };
    for (std::size_t i = rows; i-- > 0;) {
      for (std::size_t j = columns; j-- > 0;) {
        at(i, j) = a[begin + i] == b[begin + j] ? at(i + 1, j + 1) + 1
                                                : std::max(at(i + 1, j), at(i, j + 1));
      }
    }
    for (std::size_t i = 0, j = 0; i < rows && j < columns;) {
      if (a[begin + i] == b[begin + j]) {
        pairs.emplace_back(begin + i++, begin + j++);
      } else if (at(i + 1, j) >= at(i, j + 1)) {
        ++i;
      } else {
        ++j;
      }
    }
  }
  for (std::size_t i = a_end, j = b_end; i < a.size(); ++i, ++j) pairs.emplace_back(i, j);
  return pairs;
}

/// A run of words of one kind in a difference between two texts.
struct DifferencePart {
  enum class Kind {
    same,     ///< in both
    removed,  ///< only in the first text
    added,    ///< only in the second text
  };
  friend constexpr auto names_of(Kind) { return std::array{"same", "removed", "added"}; }

  Kind kind = Kind::same;
  std::string text = {};
};

/// The difference from `before` to `after` with as many common words as possible (longest common
/// subsequence). The `same` and `added` parts, concatenated, give `after` including its white
/// space. A `removed` part comes before the part that was added in its place.
std::vector<DifferencePart> word_difference(const SplitLine& before, const SplitLine& after);

}  // namespace regard::compare
