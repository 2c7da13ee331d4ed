#include "serve/work_pool.h"

#include <utility>

namespace regard::serve {

WorkPool::~WorkPool() {
  {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
  }
  changed_.notify_all();
}

bool WorkPool::add(std::function<void()> task) { return add(std::move(task), most_waiting_); }

void WorkPool::add_own(std::function<void()> task) { add(std::move(task), std::nullopt); }

bool WorkPool::add(std::function<void()> task, std::optional<size_t> most_waiting) {
  {
    const std::lock_guard lock(mutex_);
    const size_t idle = threads_.size() - working_;
    if (tasks_.size() >= idle) {
      if (threads_.size() < most_threads_) {
        threads_.emplace_back([this] { work(); });
      } else if (most_waiting && tasks_.size() >= idle + *most_waiting) {
        return false;
      }
    }
    tasks_.push_back(std::move(task));
  }
  changed_.notify_one();
  return true;
}

void WorkPool::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return !tasks_.empty() || is_closed_; });
    if (tasks_.empty()) return;
    auto task = std::move(tasks_.front());
    tasks_.pop_front();
    ++working_;
    lock.unlock();
    task();
    task = nullptr;
    lock.lock();
    --working_;
  }
}

size_t WorkPool::waiting() const {
  const std::lock_guard lock(mutex_);
  return tasks_.size();
}

size_t WorkPool::working() const {
  const std::lock_guard lock(mutex_);
  return working_;
}

}  // namespace regard::serve
