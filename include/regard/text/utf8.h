#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace regard::text {

/// Offset of the first byte that is not part of well-formed UTF-8 (RFC 3629: no surrogates, no
/// overlong forms, at most U+10FFFF).
std::optional<size_t> first_invalid_utf8(std::string_view bytes);

/// `bytes` with each byte that is not well-formed UTF-8 replaced by U+FFFD.
std::string replace_invalid_utf8(std::string_view bytes);

/// Number of the code point that contains or follows byte `offset`, from 1: the column an editor
/// shows.
size_t column_of(std::string_view line, size_t offset);

}  // namespace regard::text
