#pragma once
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace regard::text {

/// How many lines belong together, from each line that begins such a group: those that one copied
/// item spans, such as a message over several lines; else 1. Takes time in proportion to the text.
std::vector<size_t> spans_of_items(std::span<const std::string_view> lines);

}  // namespace regard::text
