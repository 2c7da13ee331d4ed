#pragma once
#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

namespace regard::engine {

/// Threads that share single products. They spin while waiting for each other, because a product
/// takes microseconds.
class Team {
 public:
  /// `members`, including the thread that owns the team.
  explicit Team(int64_t members);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  int64_t members() const { return static_cast<int64_t>(helpers_.size()) + 1; }

  /// Calls work(member) once for each member, 0 in this thread; returns when all are done. `work`
  /// must not throw.
  template <class Work>
  void run(const Work& work) {
    run_all(
        [](const void* context, int64_t member) { (*static_cast<const Work*>(context))(member); },
        &work);
  }

 private:
  using Call = void (*)(const void* context, int64_t member);
  void run_all(Call call, const void* context);
  void help(int64_t member);

  std::vector<std::thread> helpers_;
  Call call_ = nullptr;
  const void* context_ = nullptr;
  alignas(64) std::atomic<int64_t> task_{0};  // counts; negative: quit
  alignas(64) std::atomic<int64_t> busy_{0};
};

/// A member's part of `count` items: [begin, end).
struct Share {
  int64_t begin;
  int64_t end;
};
inline Share share_of(int64_t count, int64_t member, int64_t members) {
  return {count * member / members, count * (member + 1) / members};
}

}  // namespace regard::engine
