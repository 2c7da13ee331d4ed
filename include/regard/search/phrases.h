#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace regard::search {

/// Sequences of tokens that a translation must contain, each at least once, in any order.
class Phrases {
 public:
  using Tokens = std::vector<int64_t>;

  Phrases() = default;
  explicit Phrases(std::vector<Tokens> phrases);

  bool empty() const { return phrases_.empty(); }

  struct Progress {
    /// Tokens of the complete phrases, and of the one in progress.
    int64_t tokens = 0;
    bool complete = false;
    std::vector<int64_t> next = {};  ///< each token that continues a missing phrase
  };
  Progress of(std::span<const int64_t> tokens) const;

 private:
  std::vector<Tokens> phrases_;
};

}  // namespace regard::search
