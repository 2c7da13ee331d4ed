#include "serve/answer_budget.h"

namespace regard::serve {
namespace {

struct Part {
  Part(std::shared_ptr<std::atomic<size_t>> of, size_t count)
      : taken(std::move(of)), bytes(count) {}
  ~Part() { *taken -= bytes; }
  Part(const Part&) = delete;
  Part& operator=(const Part&) = delete;

  std::shared_ptr<std::atomic<size_t>> taken;
  size_t bytes;
};

}  // namespace

std::shared_ptr<const void> AnswerBudget::take(size_t bytes) {
  auto before = taken_->load();
  do {
    if (bytes > most_ || before > most_ - bytes) return {};
  } while (!taken_->compare_exchange_weak(before, before + bytes));
  try {
    return std::make_shared<const Part>(taken_, bytes);
  } catch (...) {
    *taken_ -= bytes;
    throw;
  }
}

}  // namespace regard::serve
