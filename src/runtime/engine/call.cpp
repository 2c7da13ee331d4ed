#include "engine/call.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace regard::engine {

Call::Call(std::span<const Tokens> sources, const search::BeamSearchOptions& options,
           std::span<const search::Request> requests,
           std::span<std::vector<search::Hypothesis>> found,
           const std::function<int64_t(size_t)>& bytes_of)
    : rules_(options),
      sources_(sources),
      requests_(requests),
      found_(found),
      order_(sources.size()) {
  std::iota(order_.begin(), order_.end(), size_t{0});
  std::ranges::stable_sort(
      order_, [&](size_t a, size_t b) { return sources[a].size() > sources[b].size(); });
  for (size_t sentence = 0; sentence < sources.size(); ++sentence) {
    bytes_.push_back(bytes_of(sentence));
  }
}

const search::Request& Call::request(size_t sentence) const {
  static const search::Request kNone;
  return requests_.empty() ? kNone : requests_[sentence];
}

void Call::abandon(std::exception_ptr why) {
  next_ = order_.size();
  if (!problem_) problem_ = std::move(why);
  is_abandoned_.store(true, std::memory_order_relaxed);
}

}  // namespace regard::engine
