#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace regard::alignment {

/// Words and their numbers, from 0, in order of their first occurrence.
class Vocabulary {
 public:
  static constexpr int32_t kUnknown = -1;

  /// The number of a word, which is added if it is new.
  int32_t add(std::string word) {
    const auto [found, is_new] =
        numbers_.try_emplace(std::move(word), static_cast<int32_t>(words_.size()));
    if (is_new) words_.push_back(found->first);
    return found->second;
  }
  int32_t find(const std::string& word) const {
    const auto found = numbers_.find(word);
    return found == numbers_.end() ? kUnknown : found->second;
  }

  size_t size() const { return words_.size(); }
  const std::vector<std::string>& words() const { return words_; }

 private:
  std::unordered_map<std::string, int32_t> numbers_;
  std::vector<std::string> words_;
};

/// The first `letters` letters of a word.
std::string stem_of(std::string_view word, int64_t letters);

}  // namespace regard::alignment
