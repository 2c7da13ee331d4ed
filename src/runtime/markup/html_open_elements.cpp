#include "markup/html_open_elements.h"

#include "markup/html_names.h"

namespace regard::serve {

void HtmlOpenElements::open(std::string_view name, size_t item) {
  elements_.push_back({.name = std::string(name), .item = item});
  ++counts_[elements_.back().name];
}

bool HtmlOpenElements::has(std::string_view name) const {
  const auto found = counts_.find(name);
  return found != counts_.end() && found->second > 0;
}

void HtmlOpenElements::pop() {
  --counts_[elements_.back().name];
  elements_.pop_back();
}

HtmlOpenElements::Element HtmlOpenElements::close(std::string_view name) {
  while (elements_.back().name != name) pop();
  const auto closed = elements_.back();
  pop();
  return closed;
}

void HtmlOpenElements::end_before(std::string_view name) {
  constexpr size_t kMostInline = 32;  // looked at, so that deep nesting takes no quadratic time
  if (!is_block_element(name)) return;
  size_t left = elements_.size();
  for (size_t seen = 0; left > 0 && seen < kMostInline; --left, ++seen) {
    const auto& element = elements_[left - 1];
    if (is_ended_by(element.name, name)) {
      while (elements_.size() >= left) pop();
      seen = 0;
    } else if (is_block_element(element.name)) {
      return;
    }
  }
}

}  // namespace regard::serve
