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

/// Workers that translate the sentences of one queue: when a sentence is done, another takes its
/// slot, regardless of the call. Sentences are distributed evenly, and so are threads: a worker has
/// those that others do not need as helpers, and gives them back with its next step.
///
/// While there are calls of few sentences, those with many leave a worker to them, or most slots
/// where that is not possible: a step takes as long as all of its sentences, so that a sentence
/// among many takes several times as long as among few.
class Crew {
 public:
  struct Shape {
    int64_t workers;
    int64_t threads;  ///< threads of all workers, with their helpers
    int64_t slots;    ///< batch slots of all workers
    /// Memory limit for the sentences in batch slots; one that exceeds a worker's part runs alone.
    int64_t most_bytes = std::numeric_limits<int64_t>::max();

    int64_t slots_of_worker() const { return (slots + workers - 1) / workers; }
  };
  explicit Crew(const Shape& shape);

  void add(Call& call);
  /// Ends a call before it is over.
  void abandon(Call& call, const std::exception_ptr& why = {});
  /// Waits until the call is over, calls `check` now and then, which may throw to end it, and
  /// throws what went wrong.
  void finish(Call& call, const std::function<void()>& check);

  /// Removes `count` of the shape's workers, for which no thread or no memory was left.
  void lose_workers(int64_t count);
  /// Lets workers end when no sentence waits.
  void close();
  /// The loop of a worker, in the thread that calls it; the shape limits the number of workers.
  /// `check` is called before each step; an exception from it ends the loop. An error in a step,
  /// such as lack of memory, goes to the calls whose sentences were in that step.
  void work(Worker& worker, const std::function<void()>& check);

  Engine::Fill fill() const;

 private:
  using Sentences = std::vector<SentenceQueue::Sentence>;
  /// State of a worker.
  struct WorkerLoop {
    Sentences taken;      ///< sentences to start; it has capacity, so taking allocates nothing
    int64_t active = 0;   ///< active sentences
    int64_t of_long = 0;  ///< active sentences of long calls
    int64_t threads = 0;  ///< threads in use
    int64_t asked = 0;    ///< threads requested for the team, which may have got fewer
    bool works = false;
    std::optional<Team> team;
  };

  /// Takes sentences to start and the threads for the next step; false: the loop ends.
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
  std::list<WorkerLoop>::iterator free_loop_;  // first unused loop; those after it are unused, too
  std::chrono::steady_clock::time_point last_short_{};  // when the last short call came
  bool is_closed_ = false;
  int64_t working_ = 0;   // active workers
  int64_t in_use_ = 0;    // threads in use
  int64_t in_slots_ = 0;  // sentences in batch slots
};

}  // namespace regard::engine
