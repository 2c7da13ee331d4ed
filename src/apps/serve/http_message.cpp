#include "serve/http_message.h"

#include <algorithm>
#include <ranges>

#include "base/ascii.h"

namespace regard::serve {

namespace {

/// The value of the first header of a name.
template <class Headers>
std::string_view value_of(const Headers& headers, std::string_view name) {
  const auto is_named = [&](const Header& header) {
    return std::ranges::equal(header.name, name,
                              [](char a, char b) { return lower_ascii(a) == lower_ascii(b); });
  };
  const auto found = std::ranges::find_if(headers, is_named);
  return found == std::ranges::end(headers) ? std::string_view() : std::string_view(found->value);
}

}  // namespace

std::string_view HttpRequest::header(std::string_view name) const {
  return value_of(headers, name);
}

std::string_view HttpRequest::last_header(std::string_view name) const {
  return value_of(std::views::reverse(headers), name);
}

}  // namespace regard::serve
