#pragma once
#include <atomic>
#include <cstddef>
#include <memory>

namespace regard::serve {

/// Memory for the answers that are computed, or that wait for their clients. Several threads may
/// use one.
class AnswerBudget {
 public:
  explicit AnswerBudget(size_t most) : most_(most) {}

  /// A part of it, until the last copy of the pointer goes. Null: so much is not left.
  std::shared_ptr<const void> take(size_t bytes);
  size_t taken() const { return *taken_; }

 private:
  size_t most_;
  std::shared_ptr<std::atomic<size_t>> taken_ = std::make_shared<std::atomic<size_t>>(0);
};

}  // namespace regard::serve
