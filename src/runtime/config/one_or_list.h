#pragma once
#include <algorithm>
#include <utility>
#include <vector>

namespace regard::config {

/// A section, or a list of sections; empty() if all of them are.
template <class Value>
struct OneOrList {
  std::vector<Value> items = {};
  bool is_list = false;

  OneOrList() = default;
  OneOrList(Value one) : items{std::move(one)} {}
  OneOrList(std::vector<Value> several) : items(std::move(several)), is_list(true) {}

  bool empty() const {
    return std::ranges::all_of(items, [](const Value& value) { return value.empty(); });
  }
  auto begin() const { return items.begin(); }
  auto end() const { return items.end(); }
  auto begin() { return items.begin(); }
  auto end() { return items.end(); }
};

}  // namespace regard::config
