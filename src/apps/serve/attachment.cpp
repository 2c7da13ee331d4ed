#include "serve/attachment.h"

#include "base/utf8.h"
#include "regard/base/str.h"
#include "serve/percent_escapes.h"

namespace regard::serve {

std::string attachment(std::string_view name) {
  std::string plain;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    const bool continues = continues_character(byte);  // one character is one underscore
    const bool is_plain = byte >= 0x20 && byte < 0x7F && c != '"' && c != '\\' && c != '%';
    if (!continues) plain += is_plain ? c : '_';
  }
  if (plain == name) return str("attachment; filename=\"", plain, "\"");
  return str("attachment; filename=\"", plain, "\"; filename*=UTF-8''", percent_escaped(name));
}

}  // namespace regard::serve
