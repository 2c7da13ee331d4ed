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

/// Threads that answer requests, and the requests that wait for one. Both are bounded: more are
/// turned away, because an answer that comes too late is of no use, but takes as long.
class WorkPool {
 public:
  /// Threads begin when they are needed, and all but one end when they have been idle for a while:
  /// where the system gives few of them, others need them, too.
  WorkPool(size_t threads, size_t waiting, std::chrono::milliseconds idle = std::chrono::seconds(1))
      : most_threads_(threads), most_waiting_(waiting), idle_(idle) {}
  ~WorkPool();
  WorkPool(const WorkPool&) = delete;
  WorkPool& operator=(const WorkPool&) = delete;

  /// False: too many wait, or the system gives no thread. Tasks begin in their order; what they
  /// throw is lost.
  bool add(std::function<void()> task);
  /// Waits in any case: for what the server itself wants.
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
  std::chrono::steady_clock::time_point gave_back_ = {};  // memory to the system
  bool is_closed_ = false;
  std::list<std::jthread> threads_, ended_;
};

/// What systemd, or another supervisor with its protocol, hands over (sd_listen_fds): sockets that
/// it listens at, e.g. to start the server at the first connection. Empty: none.
std::vector<int> sockets_of_supervisor();

/// Tells it how things are, e.g. READY=1 (sd_notify). Does nothing where there is none.
void tell_supervisor(std::string_view state);

}  // namespace regard::serve
