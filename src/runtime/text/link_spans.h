#pragma once
#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <vector>

#include "text/copied_items.h"

namespace regard::text {

/// The links of a Markdown text: [words](address), [words][name]. Computed on first use.
class LinkSpans {
 public:
  /// Whether a link begins before the byte and ends after it. `items` are all copied items of
  /// `text`.
  bool hold(size_t byte, std::string_view text, const std::vector<CopiedItem>& items) {
    if (!links_) find(text, items);
    const auto next = std::ranges::lower_bound(*links_, byte, {}, &CopiedItem::begin);
    return next != links_->begin() && std::prev(next)->end > byte;
  }

 private:
  void find(std::string_view text, const std::vector<CopiedItem>& items) {
    links_.emplace();
    size_t open = std::string_view::npos;  // start of the link's words
    for (const auto& [begin, end, is_number] : items) {
      const auto item = text.substr(begin, end - begin);
      const bool closes = item.starts_with("](") || item.starts_with("][");
      if (item == "[") open = begin;
      if (open == std::string_view::npos || !closes) continue;
      links_->push_back({open, end});
      open = std::string_view::npos;
    }
  }

  std::optional<std::vector<CopiedItem>> links_;
};

}  // namespace regard::text
