#include "serve/percent_escapes.h"

#include "base/ascii.h"

namespace regard::serve {
namespace {

/// The byte that `text` begins with as %XX; -1 if it does not.
int escaped_byte(std::string_view text) {
  if (text.size() < 3 || text[0] != '%') return -1;
  const int high = hexadecimal_value(text[1]), low = hexadecimal_value(text[2]);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

}  // namespace

std::optional<std::string> without_percent_escapes(std::string_view text) {
  std::string bytes;
  bytes.reserve(text.size());
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '%') {
      bytes += text[at];
      continue;
    }
    const int byte = escaped_byte(text.substr(at));
    if (byte < 0) return {};
    bytes += static_cast<char>(byte);
    at += 2;
  }
  return bytes;
}

std::string unescaped(std::string_view text) {
  std::string bytes;
  bytes.reserve(text.size());
  for (size_t at = 0; at < text.size(); ++at) {
    const int byte = escaped_byte(text.substr(at));
    bytes += byte < 0 ? text[at] : static_cast<char>(byte);
    if (byte >= 0) at += 2;
  }
  return bytes;
}

std::string percent_escaped(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789ABCDEF", kMarks = "-._~";
  std::string escaped;
  for (const char c : text) {
    if (is_ascii_letter(c) || is_ascii_digit(c) || kMarks.find(c) != std::string_view::npos) {
      escaped += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    escaped += {'%', kDigits[byte / 16], kDigits[byte % 16]};
  }
  return escaped;
}

}  // namespace regard::serve
