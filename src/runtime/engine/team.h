#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace regard::engine {

/// Threads that compute single products together. They spin while waiting for each other, because a
/// product takes microseconds; a helper that waits longer sleeps. If other programs keep a helper
/// from running, the team does without helpers for thirty times the lost time.
class Team {
 public:
  /// `members` includes the owning thread; the team has fewer if the system has no more threads.
  explicit Team(int64_t members) noexcept;
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  int64_t members() const { return static_cast<int64_t>(helpers_.size()) + 1; }

  /// Calls work(member) once for each member: 0 on this thread, the others on their helpers or,
  /// without helpers, also on this thread. Returns when all are done; rethrows the first exception.
  template <class Work>
  void run(const Work& work) {
    run_all(
        [](const void* context, int64_t member) { (*static_cast<const Work*>(context))(member); },
        &work);
  }

 private:
  using Call = void (*)(const void* context, int64_t member);
  using Clock = std::chrono::steady_clock;
  void run_all(Call call, const void* context);
  void run_with_helpers(Call call, const void* context);
  bool is_without_helpers();
  void help(int64_t member);
  void call_one(int64_t member) noexcept;
  void throw_problem();

  std::vector<std::thread> helpers_;
  Call call_ = nullptr;
  const void* context_ = nullptr;
  std::mutex problem_mutex_;
  std::exception_ptr problem_;  // first exception of a member
  bool lost_time_ = false;
  Clock::time_point without_until_;
  static constexpr uint32_t kGoHome = 0, kFirst = 1;
  alignas(64) std::atomic<uint32_t> task_{kFirst};  // counter of tasks, or kGoHome
  alignas(64) std::atomic<int64_t> busy_{0};
};

/// A member's share of `count` items: [begin, end).
struct Share {
  int64_t begin;
  int64_t end;
};
inline Share share_of(int64_t count, int64_t member, int64_t members) {
  return {count * member / members, count * (member + 1) / members};
}

}  // namespace regard::engine
