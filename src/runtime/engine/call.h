#pragma once
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "search/allowed_tokens.h"
#include "search/request.h"

namespace regard::engine {

using Tokens = std::vector<int64_t>;

/// The sentences of one call of Engine::translate and their progress, shared by the threads that
/// translate them. Members are protected by the queue's lock unless marked as thread-safe.
class Call {
 public:
  /// found[i] receives the n-best list of sources[i]; `requests` is empty or has a request for each
  /// source. `bytes_of(i)` is the memory that a sentence needs while it is translated. Everything
  /// but the function must outlive the call.
  Call(std::span<const Tokens> sources, const search::BeamSearchOptions& options,
       std::span<const search::Request> requests, std::span<std::vector<search::Hypothesis>> found,
       const std::function<int64_t(size_t)>& bytes_of);

  const search::SearchRules& rules() const { return rules_; }
  const Tokens& source(size_t sentence) const { return sources_[sentence]; }
  const search::Request& request(size_t sentence) const;
  int64_t bytes(size_t sentence) const { return bytes_[sentence]; }
  void keep(size_t sentence, std::vector<search::Hypothesis> found) {
    found_[sentence] = std::move(found);
  }

  /// Whether the call has enough sentences to delay other calls.
  bool is_long() const { return sources_.size() > kFew; }

  /// Number of sentences that wait for a slot. The longest go first, so that no thread ends with a
  /// single long sentence.
  size_t waiting() const { return order_.size() - next_; }
  size_t first() const { return order_[next_]; }
  size_t take() {
    ++in_slots_;
    return order_[next_++];
  }
  void leave_slot() { --in_slots_; }
  bool is_over() const { return waiting() == 0 && in_slots_ == 0; }

  /// Stops taking sentences from the call; its results are no longer needed.
  void abandon(std::exception_ptr why = {});
  /// Whether abandon() was called. Thread-safe.
  bool is_abandoned() const { return is_abandoned_.load(std::memory_order_relaxed); }
  std::exception_ptr problem() const { return problem_; }

  /// Notified at the end of the call.
  std::condition_variable over;
  /// Virtual start time of the call's next sentence, for fair queueing (SentenceQueue).
  double turn = 0.0;

 private:
  static constexpr size_t kFew = 8;

  search::SearchRules rules_;
  std::span<const Tokens> sources_;
  std::span<const search::Request> requests_;
  std::span<std::vector<search::Hypothesis>> found_;
  std::vector<int64_t> bytes_;
  std::vector<size_t> order_;
  size_t next_ = 0;
  size_t in_slots_ = 0;
  std::atomic<bool> is_abandoned_{false};
  std::exception_ptr problem_;
};

/// The sentences of all calls that wait for slots. Calls share the engine in proportion to the work
/// of their sentences (fair queueing: Demers, Keshav and Shenker, 1989), so a call with many
/// sentences does not delay a call with few; among equals, the earlier call goes first. Callers
/// must hold a lock.
class SentenceQueue {
 public:
  struct Sentence {
    Call* call;
    size_t number;
  };

  /// `call` must exist until remove().
  void add(Call& call);
  void remove(Call& call);

  /// Selects calls by their number of sentences.
  struct Wanted {
    bool of_short = true;  ///< whether to select short calls
    bool of_long = true;
  };
  size_t waiting(Wanted wanted) const;
  size_t waiting() const { return waiting({}); }

  /// The next sentence, unless it needs more than `bytes`.
  std::optional<Sentence> next(int64_t bytes, Wanted wanted);
  std::optional<Sentence> next(int64_t bytes) { return next(bytes, {}); }

 private:
  static bool is_wanted(const Call& call, Wanted wanted) {
    return call.is_long() ? wanted.of_long : wanted.of_short;
  }

  std::vector<Call*> calls_;
  double now_ = 0.0;  // virtual time: `turn` of the call that the last sentence came from
};

}  // namespace regard::engine
