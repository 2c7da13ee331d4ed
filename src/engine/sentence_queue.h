#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace regard::engine {

/// Sentences waiting for a free place, the longest first, so that no thread ends with a long one
/// alone. Shared by threads.
class SentenceQueue {
 public:
  explicit SentenceQueue(std::span<const std::vector<int64_t>> sources);

  std::optional<size_t> next() {
    const size_t place = next_.fetch_add(1, std::memory_order_relaxed);
    return place < order_.size() ? std::optional(order_[place]) : std::nullopt;
  }
  /// No more sentences will come, and the results are no longer needed.
  void abandon() {
    next_.store(order_.size(), std::memory_order_relaxed);
    is_abandoned_.store(true, std::memory_order_relaxed);
  }
  bool is_abandoned() const { return is_abandoned_.load(std::memory_order_relaxed); }

 private:
  std::vector<size_t> order_;
  std::atomic<size_t> next_{0};
  std::atomic<bool> is_abandoned_{false};
};

}  // namespace regard::engine
