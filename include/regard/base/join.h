#pragma once
#include <functional>
#include <sstream>
#include <string>
#include <string_view>

namespace regard {

/// The items, or what `text_of` makes of each, with a separator between them: "13a, none, char".
template <class Items, class TextOf = std::identity>
std::string join(const Items& items, std::string_view separator = ", ", TextOf text_of = {}) {
  std::ostringstream out;
  std::string_view before;
  for (const auto& item : items) {
    out << before << std::invoke(text_of, item);
    before = separator;
  }
  return out.str();
}

}  // namespace regard
