#include "serve/http_message.h"

#include <algorithm>

#include "regard/base/ascii.h"

namespace regard::serve {

std::string_view HttpRequest::header(std::string_view name) const {
  const auto is_named = [&](const Header& header) {
    return std::ranges::equal(header.name, name,
                              [](char a, char b) { return lower_ascii(a) == lower_ascii(b); });
  };
  const auto found = std::ranges::find_if(headers, is_named);
  return found == headers.end() ? std::string_view() : std::string_view(found->value);
}

}  // namespace regard::serve
