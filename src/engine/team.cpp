#include "engine/team.h"

namespace regard::engine {
namespace {

/// Spins until `is_so`. After a while it yields the processor: on a busy machine, the awaited
/// thread may need it.
template <class Condition>
void wait_until(const Condition& is_so) {
  constexpr int kLooks = 2000;
  for (int looks = 0; !is_so(); ++looks) {
    if (looks >= kLooks) {
      std::this_thread::yield();
      continue;
    }
#if defined(__x86_64__) && defined(__GNUC__)
    __builtin_ia32_pause();
#endif
  }
}

constexpr int64_t kGoHome = -1;

}  // namespace

Team::Team(int64_t members) {
  for (int64_t member = 1; member < members; ++member) {
    helpers_.emplace_back([this, member] { help(member); });
  }
}

Team::~Team() {
  task_.store(kGoHome, std::memory_order_release);
  for (auto& helper : helpers_) helper.join();
}

void Team::run_all(Call call, const void* context) {
  if (!helpers_.empty()) {
    call_ = call;
    context_ = context;
    busy_.store(static_cast<int64_t>(helpers_.size()), std::memory_order_relaxed);
    task_.store(task_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
  }
  call(context, 0);
  wait_until([&] { return busy_.load(std::memory_order_acquire) == 0; });
}

void Team::help(int64_t member) {
  int64_t done = 0;
  while (true) {
    int64_t task = done;
    wait_until([&] { return (task = task_.load(std::memory_order_acquire)) != done; });
    if (task == kGoHome) return;
    call_(context_, member);
    done = task;
    busy_.fetch_sub(1, std::memory_order_release);
  }
}

}  // namespace regard::engine
