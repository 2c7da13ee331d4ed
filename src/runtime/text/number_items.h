#pragma once
#include <cstddef>
#include <string_view>

namespace regard::text {

/// Bytes of the number at the beginning of `text`, which is the beginning of a word, with its sign,
/// currency, unit and what joins digits: 42, -3.5, 2,200,112, 50%, £5, 10:30, 2026-11-26, 10am;
/// 0: none.
size_t number_size(std::string_view text);

/// Bytes of a word with digits (v2.13.0, A4, COVID-19, mp3) or of an identifier (foo_bar, f(),
/// a::b, getName); 0: none.
size_t identifier_size(std::string_view text);

}  // namespace regard::text
