#include "engine/team.h"

#include <algorithm>
#include <exception>
#include <utility>

namespace regard::engine {
namespace {

/// Waits until the condition holds, first spinning, then for at most `yields` yields; returns
/// whether it holds. On a busy machine, the awaited thread may need the processor.
template <class Condition>
bool wait_until(const Condition& is_so, int64_t yields) {
  constexpr int kLooks = 2000;
  for (int looks = 0; looks < kLooks; ++looks) {
    if (is_so()) return true;
#if defined(__x86_64__) && defined(__GNUC__)
    __builtin_ia32_pause();
#endif
  }
  for (; yields > 0; --yields) {
    if (is_so()) return true;
    std::this_thread::yield();
  }
  return is_so();
}

constexpr int64_t kForever = INT64_MAX;
constexpr int64_t kBeforeSleep = 1000;  // about a millisecond

}  // namespace

Team::Team(int64_t members) noexcept {
  try {
    helpers_.reserve(static_cast<size_t>(std::max<int64_t>(members - 1, 0)));
    for (int64_t member = 1; member < members; ++member) {
      helpers_.emplace_back([this, member] { help(member); });
    }
  } catch (const std::exception&) {  // no more threads or memory available
  }
}

Team::~Team() {
  task_.store(kGoHome, std::memory_order_release);
  task_.notify_all();
  for (auto& helper : helpers_) helper.join();
}

void Team::run_all(Call call, const void* context) {
  if (!helpers_.empty() && !is_without_helpers()) return run_with_helpers(call, context);
  for (int64_t member = 0; member < members(); ++member) call(context, member);
}

bool Team::is_without_helpers() {
  if (lost_time_ && Clock::now() >= without_until_) lost_time_ = false;
  return lost_time_;
}

void Team::run_with_helpers(Call call, const void* context) {
  call_ = call;
  context_ = context;
  busy_.store(static_cast<int64_t>(helpers_.size()), std::memory_order_relaxed);
  uint32_t task = task_.load(std::memory_order_relaxed) + 1;
  if (task == kGoHome) ++task;
  task_.store(task, std::memory_order_release);
  task_.notify_all();
  const auto begin = Clock::now();
  call_one(0);
  const auto is_done = [&] { return busy_.load(std::memory_order_acquire) == 0; };
  if (is_done()) return throw_problem();
  const auto waiting = Clock::now();
  wait_until(is_done, kForever);
  throw_problem();
  // Without helpers, the owner would have spent as much time on each helper's part as on its own.
  constexpr auto kWaking = std::chrono::microseconds(100);
  constexpr int kTimes = 30;
  const auto now = Clock::now();
  const auto lost = (now - waiting) - (waiting - begin) * static_cast<int64_t>(helpers_.size());
  if (lost <= kWaking) return;
  lost_time_ = true;
  without_until_ = now + kTimes * lost;
}

/// An exception must not end a helper's thread, nor let the owner return while helpers still work.
void Team::call_one(int64_t member) noexcept {
  try {
    call_(context_, member);
  } catch (...) {
    const std::lock_guard lock(problem_mutex_);
    if (!problem_) problem_ = std::current_exception();
  }
}

void Team::throw_problem() {
  if (problem_) std::rethrow_exception(std::exchange(problem_, nullptr));
}

void Team::help(int64_t member) {
  uint32_t done = kFirst;
  while (true) {
    uint32_t task = done;
    const auto is_called = [&] { return (task = task_.load(std::memory_order_acquire)) != done; };
    if (!wait_until(is_called, kBeforeSleep)) {
      task_.wait(done, std::memory_order_acquire);
      continue;
    }
    if (task == kGoHome) return;
    call_one(member);
    done = task;
    busy_.fetch_sub(1, std::memory_order_release);
  }
}

}  // namespace regard::engine
