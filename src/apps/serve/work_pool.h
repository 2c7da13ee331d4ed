#pragma once
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <list>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>
#include <vector>

namespace regard::serve {

/// Worker threads that answer requests, and the queue of requests that wait for one. Both are
/// bounded: further requests are rejected, because a late answer is useless but costs as much.
class WorkPool {
 public:
  /// Threads are started when needed, and all but one end after being idle for a while: if the
  /// system allows few threads, other programs need some of them.
  WorkPool(size_t threads, size_t waiting, std::chrono::milliseconds idle = std::chrono::seconds(1))
      : most_threads_(threads), most_waiting_(waiting), idle_(idle) {}
  ~WorkPool();
  WorkPool(const WorkPool&) = delete;
  WorkPool& operator=(const WorkPool&) = delete;

  /// Adds a task. False if too many are waiting or the system has no more threads. Tasks start in
  /// order; their exceptions are dropped.
  bool add(std::function<void()> task);
  /// Queues a task of the server itself, regardless of how many are waiting.
  void add_own(std::function<void()> task);

  size_t waiting() const;
  size_t working() const;
  size_t threads() const;

 private:
  bool add(std::function<void()> task, std::optional<size_t> most_waiting);
  bool begin_thread();
  void work(std::list<std::jthread>::iterator self);

  size_t most_threads_, most_waiting_;
  std::chrono::milliseconds idle_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;
  size_t working_ = 0;
  std::chrono::steady_clock::time_point gave_back_ =
      {};  // when free memory was last returned to the system
  bool is_closed_ = false;
  std::list<std::jthread> threads_, ended_;
};

/// Sockets from systemd, or a supervisor with its protocol (sd_listen_fds), which listens on them,
/// for example to start the server on the first connection. Empty if there are none.
std::vector<int> sockets_of_supervisor();

/// Reports a state, such as READY=1, to the supervisor, if there is one (sd_notify).
void tell_supervisor(std::string_view state);

}  // namespace regard::serve
