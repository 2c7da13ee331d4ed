#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace regard {

/// Letters to insert, delete, change or swap with their neighbour to turn `a` into `b` (optimal
/// string alignment).
size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate probably meant by `word`, or by `word` as its beginning; nothing if none is near.
/// Among equals, the first.
std::optional<std::string> nearest(std::string_view word,
                                   const std::vector<std::string>& candidates);

/// "did you mean 'beam_size'?", or empty.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace regard
