#include "engine/crew.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace regard::engine {
namespace {

/// New sentences are read when one slot in this many is free, so that several share the products.
constexpr int64_t kShareRead = 4;
/// Maximum source tokens read together, since deadlines are not checked while reading.
constexpr size_t kTokensRead = 2048;
/// Interval at which a waiting caller checks whether its call is still wanted.
constexpr std::chrono::milliseconds kPatience(20);
/// Time after a short call during which another short call is expected.
constexpr std::chrono::seconds kLately(1);
/// While short calls run, long calls get one in this many of a worker's batch slots.
constexpr int64_t kShareOfLong = 16;

int64_t rounded_up(int64_t count, int64_t parts) { return (count + parts - 1) / parts; }

}  // namespace

Crew::Crew(const Shape& shape)
    : shape_(shape), loops_(static_cast<size_t>(shape.workers)), free_loop_(loops_.begin()) {
  for (auto& loop : loops_) loop.taken.reserve(static_cast<size_t>(shape.slots_of_worker()));
}

void Crew::add(Call& call) {
  {
    const std::lock_guard lock(mutex_);
    queue_.add(call);
    if (!call.is_long()) last_short_ = std::chrono::steady_clock::now();
  }
  changed_.notify_all();
}

void Crew::abandon(Call& call, const std::exception_ptr& why) {
  {
    const std::lock_guard lock(mutex_);
    call.abandon(why);
  }
  changed_.notify_all();
}

void Crew::finish(Call& call, const std::function<void()>& check) {
  std::unique_lock lock(mutex_);
  while (!call.over.wait_for(lock, kPatience, [&] { return call.is_over(); })) {
    if (call.is_abandoned()) continue;
    lock.unlock();
    try {
      check();
    } catch (...) {
      abandon(call, std::current_exception());
    }
    lock.lock();
  }
  queue_.remove(call);
  if (call.problem()) std::rethrow_exception(call.problem());
}

void Crew::lose_workers(int64_t count) {
  const std::lock_guard lock(mutex_);
  const int64_t left = std::max<int64_t>(shape_.workers - count, 1);
  shape_.slots = shape_.slots_of_worker() * left;
  shape_.workers = left;
}

void Crew::close() {
  {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
  }
  changed_.notify_all();
}

Engine::Fill Crew::fill() const {
  const std::lock_guard lock(mutex_);
  return {.waiting = static_cast<int64_t>(queue_.waiting()),
          .translated = in_slots_,
          .slots = shape_.slots};
}

void Crew::work(Worker& worker, const std::function<void()>& check) {
  const auto loop = [&] {
    const std::lock_guard lock(mutex_);
    return free_loop_++;
  }();
  auto& taken = loop->taken;
  std::exception_ptr end;
  while (true) {
    std::exception_ptr problem;
    try {
      check();
      if (!prepare(worker, *loop, taken)) return;
    } catch (...) {
      end = problem = std::current_exception();
      worker.drop_all();
    }
    try {
      if (!end && !taken.empty()) {
        worker.begin(taken, *loop->team);
        taken.clear();
      }
      if (!end) worker.step(*loop->team);
    } catch (...) {
      problem = std::current_exception();
      worker.drop_all();
    }
    leave(worker.left(), *loop, problem);
    worker.forget_left();
    leave(taken, *loop, problem);  // sentences that could not begin
    taken.clear();
    if (end) std::rethrow_exception(end);
  }
}

void Crew::rest(WorkerLoop& loop) {
  if (!std::exchange(loop.works, false)) return;
  resize(loop, 0);
  --working_;
  changed_.notify_all();
}

/// Waits until there is a sentence for the loop, or the queue is closed.
void Crew::wait_for_sentences(WorkerLoop& loop, std::unique_lock<std::mutex>& lock) {
  while (in_use_ >= shape_.threads || queue_.waiting(wanted_of(loop)) == 0) {
    if (queue_.waiting() > 0) {
      changed_.wait_for(lock, kPatience);  // sentences left to others may become available
    } else if (is_closed_) {
      return;
    } else {
      changed_.wait(lock);
    }
  }
}

bool Crew::prepare(const Worker& worker, WorkerLoop& loop, Sentences& taken) {
  std::unique_lock lock(mutex_);
  if (worker.active() == 0) {
    rest(loop);
    wait_for_sentences(loop, lock);
    if (queue_.waiting() == 0) return false;  // the queue is closed
    loop.works = true;
    ++working_;
  }
  take(worker, loop, taken);
  const int64_t threads = threads_for_one();
  if (loop.threads == 0 || loop.asked != threads) {
    resize(loop, threads);
    changed_.notify_all();
  }
  return true;
}

void Crew::take(const Worker& worker, WorkerLoop& loop, Sentences& taken) {
  const int64_t slots = shape_.slots_of_worker(), active = worker.active();
  const bool is_worth_it =
      active == 0 || slots - active >= std::max<int64_t>(slots / kShareRead, 1);
  if (!is_worth_it) return;
  const int64_t all = in_slots_ + static_cast<int64_t>(queue_.waiting());
  const int64_t most = std::min(slots, rounded_up(all, shape_.workers)) - active;
  int64_t bytes = shape_.most_bytes / shape_.workers - worker.bytes();
  size_t tokens = 0;
  while (static_cast<int64_t>(taken.size()) < most && tokens < kTokensRead) {
    const bool is_alone = active == 0 && taken.empty();
    const auto next =
        queue_.next(is_alone ? std::numeric_limits<int64_t>::max() : bytes, wanted_of(loop));
    if (!next) break;
    bytes -= next->call->bytes(next->number);
    tokens += next->call->source(next->number).size();
    ++in_slots_;
    ++loop.active;
    if (next->call->is_long()) ++loop.of_long;
    taken.push_back(*next);
  }
}

bool Crew::has_short_calls() const {
  return std::chrono::steady_clock::now() - last_short_ < kLately;
}

SentenceQueue::Wanted Crew::wanted_of(const WorkerLoop& loop) const {
  if (!has_short_calls()) return {};
  const int64_t slots = shape_.slots_of_worker();
  const int64_t few = std::max<int64_t>(slots / kShareOfLong, 1);
  int64_t others_with_long = 0;
  bool others_have_room = false;
  for (auto other_loop = loops_.begin(); other_loop != free_loop_; ++other_loop) {
    const auto& other = *other_loop;
    if (&other == &loop) continue;
    if (other.of_long > few) {
      ++others_with_long;
    } else if (other.active < slots) {
      others_have_room = true;
    }
  }
  if (loop.of_long > few) return {.of_short = !others_have_room, .of_long = true};
  const bool may_begin = loop.active == loop.of_long && others_with_long < shape_.workers - 1;
  return {.of_short = true, .of_long = may_begin || (others_with_long == 0 && loop.of_long < few)};
}

/// All threads, divided by the number of workers that are busy or could take waiting sentences.
int64_t Crew::threads_for_one() const {
  const int64_t coming =
      std::min(shape_.workers - working_, static_cast<int64_t>(queue_.waiting()));
  return std::max<int64_t>(shape_.threads / std::max<int64_t>(working_ + coming, 1), 1);
}

/// Threads that other workers still use are not available. A worker that returns all its threads
/// keeps its team of sleeping helpers: starting and stopping threads takes longer than a call with
/// one sentence.
void Crew::resize(WorkerLoop& loop, int64_t threads) {
  in_use_ -= std::exchange(loop.threads, 0);
  if (threads == 0) return;
  threads = std::clamp<int64_t>(threads, 1, std::max<int64_t>(shape_.threads - in_use_, 1));
  if (!loop.team || loop.asked != threads) {
    loop.asked = threads;
    loop.team.reset();
    loop.team.emplace(threads);
  }
  loop.threads = loop.team->members();
  in_use_ += loop.threads;
}

void Crew::leave(std::span<const SentenceQueue::Sentence> sentences, WorkerLoop& loop,
                 const std::exception_ptr& why) {
  if (sentences.empty()) return;
  const std::lock_guard lock(mutex_);
  for (const auto& [call, number] : sentences) {
    --in_slots_;
    --loop.active;
    if (call->is_long()) --loop.of_long;
    call->leave_slot();
    if (why) call->abandon(why);
    if (call->is_over()) call->over.notify_all();
  }
}

}  // namespace regard::engine
