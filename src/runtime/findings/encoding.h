#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace regard::findings {

/// A decoded text and its original encoding.
struct Recoded {
  std::string text;
  const char* encoding;  ///< "Windows-1252" or "Mac Roman"
};

/// Decodes a text with bytes that are not UTF-8 as Windows-1252 (which includes the letters of
/// Latin-1) or Mac Roman, if that is the only plausible reading: those bytes are all
/// Western European letters, punctuation or spaces, and most letters are ASCII. Valid Western
/// European UTF-8 stays unchanged.
std::optional<Recoded> from_single_bytes(std::string_view text);

/// Replaces control characters from U+0080 to U+009F, which come from Windows-1252 read as Latin-1,
/// with the quotes, dashes and letters they represent. Returns nothing if there are none.
std::optional<std::string> with_windows_marks(std::string_view text);

/// Reverses double encoding: UTF-8 that was read as Windows-1252, Mac Roman or code page 437 and
/// encoded again ("Ã©" for "é"), up to three times. Returns nothing for any other text.
std::optional<std::string> encoded_once(std::string_view text);

}  // namespace regard::findings
