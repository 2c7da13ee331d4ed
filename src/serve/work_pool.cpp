#include "serve/work_pool.h"

#include <exception>
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
      const bool is_full = most_waiting && tasks_.size() >= idle + *most_waiting;
      const bool has_new_thread = threads_.size() < most_threads_ && begin_thread();
      if (threads_.empty() || (is_full && !has_new_thread)) return false;
    }
    tasks_.push_back(std::move(task));
  }
  changed_.notify_one();
  return true;
}

/// False: the system gives no more threads, or no memory for one.
bool WorkPool::begin_thread() {
  try {
    threads_.emplace_back([this] { work(); });
    return true;
  } catch (const std::exception&) {
    return false;
  }
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
    try {
      task();
    } catch (const std::exception&) {  // memory ended where the task would have said so
    }
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
