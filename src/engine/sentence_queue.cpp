#include "engine/sentence_queue.h"

#include <algorithm>
#include <numeric>

namespace regard::engine {

SentenceQueue::SentenceQueue(std::span<const std::vector<int64_t>> sources)
    : order_(sources.size()) {
  std::iota(order_.begin(), order_.end(), size_t{0});
  std::stable_sort(order_.begin(), order_.end(),
                   [&](size_t a, size_t b) { return sources[a].size() > sources[b].size(); });
}

}  // namespace regard::engine
