#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Text as Python's `str` sees it, because that is what sacreBLEU's numbers rest on: the same white
/// space in `split` and `rstrip`, the same `lower`. tests/metrics/unicode_test.cpp compares them
/// over every code point that matters.
namespace regard::metrics {

/// The byte at which `text` stops being UTF-8 (RFC 3629: no surrogates, no overlong forms, nothing
/// above U+10FFFF).
std::optional<std::size_t> find_invalid_utf8(std::string_view text);

/// The code points of `text`. A byte that belongs to no valid sequence becomes U+FFFD.
std::u32string decode_utf8(std::string_view text);

/// Appends one code point to `text`.
void append_utf8(char32_t code_point, std::string& text);

/// Python's `str.isspace`: more than Unicode's White_Space (U+001C to U+001F), but not U+200B and
/// not U+FEFF.
bool is_white_space(char32_t code_point);

/// Python's `rstrip()`.
std::string_view strip_right(std::string_view text);

/// Python's `split()`: the words between white space, none of them empty. They are views of `text`.
std::vector<std::string_view> split(std::string_view text);

/// Python's `lower()`: one code point at a time, except U+0130, which gives two, and the final
/// sigma.
std::string lower(std::string_view text);

}  // namespace regard::metrics
