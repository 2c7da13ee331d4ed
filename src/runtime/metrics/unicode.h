#pragma once
#include <string>
#include <string_view>
#include <vector>

/// Text as Python's `str` treats it, because sacreBLEU's numbers depend on it: the same white space
/// in `split` and `rstrip`, the same `lower`. tests/runtime/metrics/unicode_test.cpp compares them
/// for every relevant code point.
namespace regard::metrics {

/// Python's `str.isspace`: more than Unicode's White_Space (it includes U+001C to U+001F), but not
/// U+200B or U+FEFF.
bool is_white_space(char32_t code_point);

/// Python's `rstrip()`.
std::string_view strip_right(std::string_view text);

/// Python's `split()`: the words between white space, without empty ones, as views into `text`.
std::vector<std::string_view> split(std::string_view text);

/// Python's `lower()`: one code point at a time, except U+0130, which gives two, and the final
/// sigma.
std::string lower(std::string_view text);

}  // namespace regard::metrics
