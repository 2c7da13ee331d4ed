#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace regard::serve {

/// The value of a header such as Content-Type: `form-data; name="file"; filename="a.txt"`.
struct HeaderValue {
  std::string value;                              ///< in lower case
  std::map<std::string, std::string> parameters;  ///< their names in lower case
};

/// None if it is not well-formed, or if it has a parameter twice. In a quoted parameter a backslash
/// escapes a quote or a backslash; before other characters it is itself, because browsers have sent
/// folders of Windows so.
std::optional<HeaderValue> header_value(std::string_view text);

}  // namespace regard::serve
