#pragma once
#include <string>
#include <string_view>

namespace regard {

/// Text of unknown origin, as a message may show it: a control character, one that reverses the
/// direction of writing, and a byte that is not UTF-8 become an escape such as \x1B, so that they
/// cannot command a terminal; a line loses its middle if it is longer than limits::kMessageBytes,
/// and the text all lines after the first limits::kMessageLines.
std::string printable(std::string_view text);

/// The same of results, which stay whole: line ends and tabs stay, too.
std::string printable_result(std::string_view text);

}  // namespace regard
