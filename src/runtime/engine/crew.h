#pragma once
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <list>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "engine/call.h"
#include "engine/engine.h"
#include "engine/team.h"
#include "engine/worker.h"

namespace regard::engine {

/// Workers that translate the sentences of one queue with continuous batching: when a sentence is
/// done, the next one, from any call, takes its slot. Sentences are distributed evenly, and so are
/// threads: a worker uses idle threads as helpers and returns them with its next step.
///
/// While there are calls with few sentences, long calls leave one worker to them or, with a single
/// worker, most slots. The duration of a step grows with its number of sentences, so a sentence in
/// a full batch takes several times as long.
class Crew {
 public:
  struct Shape {
    int64_t workers;
    int64_t threads;  ///< threads of all workers, with their helpers
    int64_t slots;    ///< batch slots of all workers
    /// Memory limit for the sentences in batch slots; a sentence that exceeds a worker's share runs
    /// alone.
    int64_t most_bytes = std::numeric_limits<int64_t>::max();

    int64_t slots_of_worker() const { return (slots + workers - 1) / workers; }
  };
  explicit Crew(const Shape& shape);

  void add(Call& call);
  /// Ends a call early.
  void abandon(Call& call, const std::exception_ptr& why = {});
  /// Waits until the call is over and rethrows its error, if any. From time to time, calls `check`,
  /// which may throw to end the call.
  void finish(Call& call, const std::function<void()>& check);

  /// Removes `count` workers from the shape, because threads or memory were not available.
  void lose_workers(int64_t count);
  /// Lets workers end once no sentence is waiting.
  void close();
  /// The loop of a worker, on the calling thread; the shape limits the number of workers. `check`
  /// is called before each step; an exception from it ends the loop. An error in a step, such as
  /// lack of memory, goes to the calls whose sentences were in that step.
  void work(Worker& worker, const std::function<void()>& check);

  Engine::Fill fill() const;

 private:
  using Sentences = std::vector<SentenceQueue::Sentence>;
  struct WorkerLoop {
    Sentences taken;      ///< sentences to start; preallocated, so taking them never allocates
    int64_t active = 0;   ///< active sentences
    int64_t of_long = 0;  ///< active sentences of long calls
    int64_t threads = 0;  ///< threads in use
    int64_t asked = 0;    ///< threads requested for the team, which may have received fewer
    bool works = false;
    std::optional<Team> team;
  };

  /// Takes sentences to start, and threads for the next step; false if the loop should end.
  bool prepare(const Worker& worker, WorkerLoop& loop, Sentences& taken);
  void wait_for_sentences(WorkerLoop& loop, std::unique_lock<std::mutex>& lock);
  void rest(WorkerLoop& loop);
  void take(const Worker& worker, WorkerLoop& loop, Sentences& taken);
  SentenceQueue::Wanted wanted_of(const WorkerLoop& loop) const;
  bool has_short_calls() const;
  int64_t threads_for_one() const;
  void resize(WorkerLoop& loop, int64_t threads);
  void leave(std::span<const SentenceQueue::Sentence> sentences, WorkerLoop& loop,
             const std::exception_ptr& why);

  Shape shape_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;  // wakes workers
  SentenceQueue queue_;
  std::list<WorkerLoop> loops_;
  std::list<WorkerLoop>::iterator free_loop_;  // first unused loop; all later ones are also unused
  std::chrono::steady_clock::time_point last_short_{};  // arrival of the last short call
  bool is_closed_ = false;
  int64_t working_ = 0;   // active workers
  int64_t in_use_ = 0;    // threads in use
  int64_t in_slots_ = 0;  // sentences in batch slots
};

}  // namespace regard::engine
