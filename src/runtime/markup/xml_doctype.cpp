#include "markup/xml_doctype.h"

namespace regard::serve {
namespace {

constexpr auto kNone = std::string_view::npos;

}  // namespace

size_t behind_opaque(std::string_view text, size_t at) {
  const auto rest = text.substr(at);
  const auto behind = [&](std::string_view end, size_t from) {
    const size_t found = text.find(end, at + from);
    return found == kNone ? kNone : found + end.size();
  };
  if (rest.starts_with("<!--")) return behind("-->", 4);
  if (rest.starts_with("<?")) return behind("?>", 2);
  if (rest.starts_with('"') || rest.starts_with('\'')) return behind(rest.substr(0, 1), 1);
  return at;
}

size_t doctype_size(std::string_view text) {
  bool is_in_declarations = false;
  for (size_t at = 0; at < text.size();) {
    const size_t behind = behind_opaque(text, at);
    if (behind == kNone) return 0;
    if (behind > at) {
      at = behind;
      continue;
    }
    const char c = text[at++];
    if (c == '[') is_in_declarations = true;
    if (c == ']') is_in_declarations = false;
    if (c == '>' && !is_in_declarations) return at;
  }
  return 0;
}

}  // namespace regard::serve
