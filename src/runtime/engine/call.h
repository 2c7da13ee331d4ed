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

/// The sentences of one call of Engine::translate, and how far they are. Threads that translate
/// them share it; what is not said to be for all of them is for the holder of the queue's lock.
class Call {
 public:
  /// found[i] receives the n-best of sources[i]; `requests` has none or one for each source.
  /// `bytes_of(i)` is what a sentence takes while it is translated. All but the function must
  /// outlive the call.
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

  /// Whether it has enough sentences that others would wait for them.
  bool is_long() const { return sources_.size() > kFew; }

  /// The sentences that wait for a slot, the longest first, so that no thread ends with a long one
  /// alone.
  size_t waiting() const { return order_.size() - next_; }
  size_t first() const { return order_[next_]; }
  size_t take() {
    ++in_slots_;
    return order_[next_++];
  }
  void leave_slot() { --in_slots_; }
  bool is_over() const { return waiting() == 0 && in_slots_ == 0; }

  /// No more sentences will be taken, and the results are no longer needed.
  void abandon(std::exception_ptr why = {});
  /// For all threads.
  bool is_abandoned() const { return is_abandoned_.load(std::memory_order_relaxed); }
  std::exception_ptr problem() const { return problem_; }

  /// Signals the end of the call.
  std::condition_variable over;
  /// The turn of its next sentence among those of other calls (SentenceQueue).
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

/// The sentences of all calls that wait for slots. Calls take turns by the work that their
/// sentences are (fair queueing: Demers, Keshav and Shenker, 1989), so that one with many sentences
/// does not hold up one with few; among equals, the call that came first. For the holder of a lock.
class SentenceQueue {
 public:
  struct Sentence {
    Call* call;
    size_t number;
  };

  /// The call must stay until remove().
  void add(Call& call);
  void remove(Call& call);

  /// The kinds of calls whose sentences are wanted.
  struct Wanted {
    bool of_short = true;  ///< calls
    bool of_long = true;
  };
  size_t waiting(Wanted wanted) const;
  size_t waiting() const { return waiting({}); }

  /// The next sentence, unless it takes more than `bytes`.
  std::optional<Sentence> next(int64_t bytes, Wanted wanted);
  std::optional<Sentence> next(int64_t bytes) { return next(bytes, {}); }

 private:
  static bool is_wanted(const Call& call, Wanted wanted) {
    return call.is_long() ? wanted.of_long : wanted.of_short;
  }

  std::vector<Call*> calls_;
  double now_ = 0.0;  // the turn taken last
};

}  // namespace regard::engine
