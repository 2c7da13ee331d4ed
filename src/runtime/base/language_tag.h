#pragma once

#include <string_view>

namespace regard {

/// The primary subtag of a language tag (RFC 5646), spelled as in the tag: "en" of "en-US" or
/// "en_US".
inline std::string_view primary_subtag(std::string_view tag) {
  return tag.substr(0, tag.find_first_of("-_"));
}

}  // namespace regard
