#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "text/copied_items.h"

namespace regard::text {

using Texts = std::vector<std::string>;

/// The texts of the copied items in a text.
inline Texts found(std::string_view text, const CopyRules& rules = {}) {
  Texts texts;
  for (const auto& one : copied_items(text, rules)) {
    texts.emplace_back(text.substr(one.begin, one.end - one.begin));
  }
  return texts;
}

}  // namespace regard::text
