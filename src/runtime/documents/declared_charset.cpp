#include "documents/declared_charset.h"

#include <algorithm>
#include <string>

#include "base/utf8.h"

namespace regard::documents {
namespace {

/// Number of bytes searched for a declaration.
constexpr size_t kHead = 4096;

/// The value of `key` in `text`: charset="UTF-8", encoding = 'UTF-8'.
std::string_view value_of(std::string_view text, std::string_view key) {
  const auto lower = lower_ascii(text);
  for (size_t at = lower.find(key); at != std::string::npos; at = lower.find(key, at + 1)) {
    auto rest = trimmed(text.substr(at + key.size()));
    if (!rest.starts_with('=')) continue;
    rest = trimmed(rest.substr(1));
    if (rest.starts_with('"') || rest.starts_with('\'')) rest.remove_prefix(1);
    return rest.substr(0, std::min(rest.find_first_of(" \t\r\n;\"'/>?\\"), rest.size()));
  }
  return {};
}

/// The charset of the first <meta> that declares one, outside of comments.
std::string_view of_meta(std::string_view head) {
  constexpr std::string_view kComment = "<!--", kEnd = "-->", kMeta = "<meta";
  for (size_t at = head.find('<'); at < head.size(); at = head.find('<', at + 1)) {
    const auto rest = head.substr(at);
    if (rest.starts_with(kComment)) {
      at = std::min(head.find(kEnd, at), head.size() - 1);
    } else if (lower_ascii(rest.substr(0, kMeta.size())) == kMeta) {
      const auto name = value_of(rest.substr(0, rest.find('>')), "charset");
      if (!name.empty()) return name;
    }
  }
  return {};
}

}  // namespace

std::string_view declared_charset(std::string_view bytes, Declares declares) {
  constexpr std::string_view kXml = "<?xml", kContentType = "\"Content-Type:";
  const auto head = bytes.substr(0, kHead);
  const bool is_markup = declares == Declares::in_xml || declares == Declares::in_html;
  if (is_markup && head.starts_with(kXml)) {
    const auto name = value_of(head.substr(0, head.find("?>")), "encoding");
    if (!name.empty() || declares == Declares::in_xml) return name;
  }
  switch (declares) {
    case Declares::in_xml:
      break;
    case Declares::in_html:
      return of_meta(head);
    case Declares::in_catalogue: {  // after comments of any length
      const size_t at = std::min(bytes.find(kContentType), bytes.size());
      return value_of(bytes.substr(at, 200), "charset");
    }
    case Declares::nothing:
      return value_of(head, "charset");
  }
  return {};
}

}  // namespace regard::documents
