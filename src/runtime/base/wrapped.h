#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace regard {

/// The words of `text` in lines of at most `width` code points, a longer word alone in its line.
/// All lines but the first are indented by `indent` spaces, which do not count.
std::string wrapped(std::string_view text, size_t width, size_t indent = 0);

}  // namespace regard
