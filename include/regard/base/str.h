#pragma once
#include <functional>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>

namespace regard {

/// Joins anything that can be streamed: str("step ", 3, " of ", 10). (g++ 12 has no <format>; fmt
/// clashes with the copy in LibTorch.)
template <class... Parts>
std::string str(const Parts&... parts) {
  std::ostringstream out;
  (out << ... << parts);
  return out.str();
}

/// The items, each converted by `text_of`, with a separator between them: "13a, none, char".
template <class Items, class TextOf = std::identity>
std::string join(const Items& items, std::string_view separator = ", ", TextOf text_of = {}) {
  std::string out;
  std::string_view before;
  for (const auto& item : items) {
    const auto& text = std::invoke(text_of, item);
    out += before;
    if constexpr (std::is_convertible_v<decltype(text), std::string_view>) {
      out += text;  // a stream takes ten times as long
    } else {
      out += str(text);
    }
    before = separator;
  }
  return out;
}

}  // namespace regard
