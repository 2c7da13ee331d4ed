#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "regard/base/str.h"

namespace regard {

/// Makes untrusted text safe to show in a message: control characters, bidirectional overrides and
/// bytes that are not UTF-8 become escapes such as \x1B, so they cannot control a terminal. A line
/// longer than limits::kMessageBytes loses its middle; lines after the first limits::kMessageLines
/// are dropped.
std::string printable(std::string_view text);

/// A result made safe for a terminal, without truncation; line ends and tabs stay.
std::string printable_result(std::string_view text);

/// Quotes a text as one shell word if it needs quotes, for commands that messages suggest.
std::string shell_word(std::string_view text);

/// Wraps `text` into lines of at most `width` code points; a longer word gets its own line. All
/// lines but the first are indented by `indent` spaces, which do not count.
std::string wrapped(std::string_view text, size_t width, size_t indent = 0);

/// A number and its noun: "1 thread", "2 threads".
template <class Number>
std::string counted(Number count, std::string_view noun) {
  return str(count, ' ', noun, count == 1 ? "" : "s");
}

/// The number rounded to `digits` decimals, regardless of the locale. A result of zero has no sign.
/// "nan" and "inf" for non-finite numbers.
std::string fixed(double value, int digits);

/// A difference with its sign, rounded like fixed(): "+1.50", "−1.50" (a true minus sign), "0.00".
std::string with_sign(double value, int digits);

/// The number with its digits in groups: "12,345,678".
std::string grouped(int64_t value);

/// The number of letters to insert, delete, change or swap with their neighbor to turn `a` into `b`
/// (optimal string alignment).
size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate nearest to `word`, which may be a misspelled prefix; nothing if none is close. Of
/// equally near candidates, the first.
std::optional<std::string> nearest(std::string_view word,
                                   const std::vector<std::string>& candidates);

/// The question "did you mean 'beam_size'?"; empty if no candidate is near.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace regard
