#include "compare/word_counts.h"

#include <algorithm>
#include <iterator>

#include "compare/words.h"
#include "metrics/unicode.h"

namespace regard::compare {
namespace {

struct Bucket {
  int64_t first;  ///< lowest frequency
  const char* name;
};
constexpr Bucket kBuckets[] = {{0, "unseen"}, {1, "1"},         {2, "2–4"},     {5, "5–9"},
                               {10, "10–99"}, {100, "100–999"}, {1000, "1000+"}};

}  // namespace

void WordCounts::add(std::string_view line) {
  for (const auto word : split_words(line)) {
    ++counts_[metrics::lower(word)];
    ++total_;
  }
}

int64_t WordCounts::of(const std::string& word) const {
  const auto found = counts_.find(word);
  return found == counts_.end() ? 0 : found->second;
}

std::size_t frequency_buckets() { return std::size(kBuckets); }

std::size_t frequency_bucket(int64_t frequency) {
  const auto* above = std::upper_bound(std::begin(kBuckets), std::end(kBuckets), frequency,
                                       [](int64_t f, const Bucket& b) { return f < b.first; });
  return static_cast<std::size_t>(above - std::begin(kBuckets)) - 1;
}

const char* frequency_bucket_name(std::size_t bucket) { return kBuckets[bucket].name; }

}  // namespace regard::compare
