#include "documents/direction.h"

#include <algorithm>

#include "base/utf8.h"

namespace regard::documents {

bool is_other_language(std::string_view declared, std::string_view of_model) {
  const auto base = [](std::string_view code) {
    return lower_ascii(code.substr(0, std::min(code.find_first_of("-_@."), code.size())));
  };
  const auto one = base(trimmed(declared)), other = base(of_model);
  if (one.empty() || other.empty()) return false;
  return !one.starts_with(other) && !other.starts_with(one);
}

}  // namespace regard::documents
