#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "regard/base/str.h"

namespace regard {

/// Text of unknown origin, as a message may show it: a control character, one that reverses the
/// direction of writing, and a byte that is not UTF-8 become an escape such as \x1B, so that they
/// cannot command a terminal; a line loses its middle if it is longer than limits::kMessageBytes,
/// and the text all lines after the first limits::kMessageLines.
std::string printable(std::string_view text);

/// A result that cannot command a terminal. It stays whole, with its line ends and tabs.
std::string printable_result(std::string_view text);

/// A text as one word of a command of the shell: in quotes unless it needs none. For commands that
/// messages advise.
std::string shell_word(std::string_view text);

/// The words of `text` in lines of at most `width` code points, a longer word alone in its line.
/// All lines but the first are indented by `indent` spaces, which do not count.
std::string wrapped(std::string_view text, size_t width, size_t indent = 0);

/// "1 thread", "2 threads".
template <class Number>
std::string counted(Number count, std::string_view noun) {
  return str(count, ' ', noun, count == 1 ? "" : "s");
}

/// The number rounded to `digits` decimals, whatever the locale. A result of zero has no sign.
/// "nan" and "inf" for non-finite numbers.
std::string fixed(double value, int digits);

/// A difference in that form: "+1.50", "−1.50" (with a true minus), "0.00".
std::string with_sign(double value, int digits);

/// "12,345,678".
std::string grouped(int64_t value);

/// Letters to insert, delete, change or swap with their neighbour to turn `a` into `b` (optimal
/// string alignment).
size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate probably meant by `word`, or by `word` as its beginning; nothing if none is near.
/// Among equals, the first.
std::optional<std::string> nearest(std::string_view word,
                                   const std::vector<std::string>& candidates);

/// "did you mean 'beam_size'?", or empty.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace regard
