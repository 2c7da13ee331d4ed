#pragma once

namespace regard::text {

inline bool is_ascii_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace regard::text
