#include "serve/percent_escapes.h"

#include "regard/base/ascii.h"

namespace regard::serve {

std::optional<std::string> without_percent_escapes(std::string_view text) {
  std::string bytes;
  bytes.reserve(text.size());
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '%') {
      bytes += text[at];
      continue;
    }
    if (at + 2 >= text.size()) return {};
    const int high = hexadecimal_value(text[at + 1]), low = hexadecimal_value(text[at + 2]);
    if (high < 0 || low < 0) return {};
    bytes += static_cast<char>(high * 16 + low);
    at += 2;
  }
  return bytes;
}

}  // namespace regard::serve
