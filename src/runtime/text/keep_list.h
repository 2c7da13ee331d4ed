#pragma once
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace regard::text {

/// Words and phrases that a translation keeps, as the user names them; capitals count.
class KeepList {
 public:
  /// Blank ones are ignored.
  explicit KeepList(const std::vector<std::string>& texts);

  /// Bytes of the longest text of the list at the beginning of `text` that ends where a word ends;
  /// 0: none. The caller knows that a word begins there.
  size_t longest_at(std::string_view text) const;

  bool empty() const { return texts_.empty(); }

 private:
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  std::unordered_set<std::string, Hash, std::equal_to<>> texts_;
  std::set<size_t, std::greater<>> sizes_;  // sizes of the texts, longest first
};

}  // namespace regard::text
