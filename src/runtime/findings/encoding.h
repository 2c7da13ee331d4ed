#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace regard::findings {

/// A text as it should be, and what it was read as.
struct Recoded {
  std::string text;
  const char* encoding;  ///< "Windows-1252" or "Mac Roman"
};

/// A text with bytes that are not UTF-8, read as Windows-1252 (which has all of Latin-1's letters)
/// or Mac Roman, if that is what they must be: all of them then are letters of Western Europe,
/// marks or spaces, and most letters are ASCII. UTF-8 of Western Europe stays.
std::optional<Recoded> from_single_bytes(std::string_view text);

/// UTF-8 with control characters from U+0080 to U+009F, which are Windows-1252 that was read as
/// Latin-1: as the quotes, dashes and letters that they stand for. Nothing if it has none.
std::optional<std::string> with_windows_marks(std::string_view text);

/// A text that was UTF-8, was read as Windows-1252, and was encoded again ("Ã©" for "é"), as it was
/// before. Nothing if it is no such text.
std::optional<std::string> encoded_once(std::string_view text);

}  // namespace regard::findings
