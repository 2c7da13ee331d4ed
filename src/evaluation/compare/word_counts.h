#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace regard::compare {

/// Frequencies of the lower-case words (words.h) of a text.
class WordCounts {
 public:
  void add(std::string_view line);
  /// 0 for an absent word; `word` is in lower case.
  int64_t of(const std::string& word) const;
  int64_t total() const { return total_; }

 private:
  std::unordered_map<std::string, int64_t> counts_;
  int64_t total_ = 0;
};

/// Buckets of frequencies: unseen, 1, 2–4, 5–9, 10–99, 100–999, 1000+.
std::size_t frequency_buckets();
std::size_t frequency_bucket(int64_t frequency);
const char* frequency_bucket_name(std::size_t bucket);

}  // namespace regard::compare
