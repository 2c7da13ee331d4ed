#include "text/keep_list.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "text/word_character.h"

namespace regard::text {

KeepList::KeepList(const std::vector<std::string>& texts) {
  for (const auto& text : texts) {
    const auto one = trimmed(text);
    if (one.empty()) continue;
    texts_.emplace(one);
    sizes_.insert(one.size());
  }
}

size_t KeepList::longest_at(std::string_view text) const {
  for (const size_t size : sizes_) {
    if (size > text.size() || !texts_.contains(text.substr(0, size))) continue;
    const bool ends = size == text.size() || !is_of_word(first_code_point(text.substr(size)).value);
    if (ends) return size;
  }
  return 0;
}

}  // namespace regard::text
