#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace regard::text {

/// What a translation must leave as it is: URLs, e-mail addresses, %s and %1$d, {name}, ${name},
/// {{name}}, and tags as <b>. In the order of the text; each a part of it.
std::vector<std::string_view> placeholders_in(std::string_view text);

/// Those of `source` that `translation` has fewer times, each as often as it is missing.
std::vector<std::string> lost_placeholders(std::string_view source, std::string_view translation);

}  // namespace regard::text
