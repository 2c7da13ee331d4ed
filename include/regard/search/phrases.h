#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace regard::search {

/// Sequences of tokens that a translation should have, each at least once, in any order.
class Phrases {
 public:
  using Tokens = std::vector<int64_t>;

  Phrases() = default;
  explicit Phrases(std::vector<Tokens> phrases);

  bool empty() const { return phrases_.empty(); }

  struct Progress {
    /// Tokens of the phrases that are there, and of the one that is being written.
    int64_t tokens = 0;
    bool complete = false;
    std::vector<int64_t> next = {};  ///< each token that would bring a missing phrase further
  };
  Progress of(std::span<const int64_t> tokens) const;

 private:
  std::vector<Tokens> phrases_;
};

}  // namespace regard::search
