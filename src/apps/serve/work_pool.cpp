#include "serve/work_pool.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <string>
#include <utility>

#include "regard/config/scalar.h"
#include "serve/memory_limits.h"

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

/// Starts a thread. False if the system has no more threads, or no memory for one.
bool WorkPool::begin_thread() {
  try {
    ended_.clear();
    const auto thread = threads_.emplace(threads_.end());
    try {
      *thread = std::jthread([this, thread] { work(thread); });
    } catch (...) {
      threads_.erase(thread);
      throw;
    }
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

void WorkPool::work(std::list<std::jthread>::iterator self) {
  std::unique_lock lock(mutex_);
  while (true) {
    const auto has_work = [&] { return !tasks_.empty() || is_closed_; };
    if (!changed_.wait_for(lock, idle_, has_work) && threads_.size() > 1) {
      ended_.splice(ended_.end(), threads_, self);
      return;
    }
    if (tasks_.empty() && is_closed_) return;
    if (tasks_.empty()) continue;
    auto task = std::move(tasks_.front());
    tasks_.pop_front();
    ++working_;
    lock.unlock();
    try {
      task();
    } catch (const std::exception&) {  // the task could not even report that memory ran out
    }
    task = nullptr;
    lock.lock();
    --working_;
    const auto now = std::chrono::steady_clock::now();
    if (working_ > 0 || !tasks_.empty() || now - gave_back_ < std::chrono::seconds(1)) continue;
    gave_back_ = now;
    lock.unlock();
    give_back_free_memory();
    lock.lock();
  }
}

size_t WorkPool::waiting() const {
  const std::lock_guard lock(mutex_);
  return tasks_.size();
}

size_t WorkPool::threads() const {
  const std::lock_guard lock(mutex_);
  return threads_.size();
}

size_t WorkPool::working() const {
  const std::lock_guard lock(mutex_);
  return working_;
}

namespace {

/// Number of the first descriptor that a supervisor passes.
constexpr int kFirstDescriptor = 3;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

std::vector<int> sockets_of_supervisor() {
  if (variable("LISTEN_PID") != std::to_string(::getpid())) return {};
  std::vector<int> sockets;
  const auto count = config::parse_int(variable("LISTEN_FDS")).value_or(0);
  for (int64_t number = 0; number < count; ++number) {
    const int descriptor = kFirstDescriptor + static_cast<int>(number);
    ::fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    sockets.push_back(descriptor);
  }
  return sockets;
}

void tell_supervisor(std::string_view state) {
  const auto path = variable("NOTIFY_SOCKET");
  sockaddr_un address{};
  if (path.empty() || path.size() >= sizeof(address.sun_path)) return;
  address.sun_family = AF_UNIX;
  std::ranges::copy(path, address.sun_path);
  if (path.front() == '@') address.sun_path[0] = '\0';  // an abstract name, outside the file system
  const int descriptor = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return;
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path.size());
  ::sendto(descriptor, state.data(), state.size(), MSG_NOSIGNAL,
           reinterpret_cast<const sockaddr*>(&address), size);
  ::close(descriptor);
}

}  // namespace regard::serve
