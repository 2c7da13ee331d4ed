#pragma once
#include <cstddef>
#include <string_view>

namespace regard::serve {

/// Size in bytes of the JavaScript expression in braces at the beginning of `text`, as in MDX; 0 if
/// there is none. Braces within its strings do not count.
size_t jsx_expression_size(std::string_view text);

/// Size in bytes of the JSX tag at the beginning of `text`, whose attributes may be expressions; 0
/// if there is none.
size_t jsx_tag_size(std::string_view text);

}  // namespace regard::serve
