#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/call.h"

namespace regard::engine {

/// The sentences of all calls that wait for places. Calls take turns by the work that their
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

  /// Whose sentences are meant.
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
