#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace regard::findings {

/// A text with bytes that are not UTF-8, read as Windows-1252 (which has all of Latin-1's letters),
/// if that is what they must be: all of them then are letters of Western Europe, marks or spaces,
/// and most letters are ASCII. Parts that are UTF-8 stay.
std::optional<std::string> from_windows(std::string_view text);

/// A text that was UTF-8, was read as Windows-1252, and was encoded again ("Ã©" for "é"), as it was
/// before. Nothing if it is no such text.
std::optional<std::string> encoded_once(std::string_view text);

}  // namespace regard::findings
