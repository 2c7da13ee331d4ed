#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "markup/html_items.h"

namespace regard::serve {

/// Where the inline items of [begin, end) are cut into texts of their own, sorted: between the
/// links of a menu, and between elements that follow one another without white space, unless they
/// are parts of a word.
std::vector<size_t> html_cuts(std::span<const HtmlItem> items, size_t begin, size_t end);

}  // namespace regard::serve
