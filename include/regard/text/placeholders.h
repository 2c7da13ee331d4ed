#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace regard::text {

/// The parts that a translation must keep unchanged: URLs, e-mail addresses, %s and %1$d, {name},
/// ${name}, {{name}}, and tags such as <b>. Views of the text, in its order.
std::vector<std::string_view> placeholders_in(std::string_view text);

/// The placeholders of `source` that `translation` lacks, each as often as it is missing.
std::vector<std::string> lost_placeholders(std::string_view source, std::string_view translation);

}  // namespace regard::text
