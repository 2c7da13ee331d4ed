#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "engine/activations.h"
#include "engine/packed_matrix.h"
#include "math/kernels.h"
#include "regard/search/sentence_search.h"

namespace regard::engine {

/// From states to the best continuations of each row: output layer, log-softmax and selection in
/// one pass over chunks of the vocabulary, so that logits never leave the cache.
class BestTokens {
 public:
  /// `wanted`: continuations for each row.
  explicit BestTokens(int64_t wanted) : wanted_(wanted) {}

  /// `output` is the output layer. The result is best first and valid until the next call; a row's
  /// result depends on that row alone. `never(r)`: tokens, in ascending order, that may not follow
  /// row r; they still count in the softmax. Throws Error if a logit is NaN.
  template <class Never>
  std::span<std::vector<search::Continuation>> find(const PackedMatrix& output, FloatRows states,
                                                    Team& team, const Never& never) {
    never_.clear();
    for (int64_t row = 0; row < states.count; ++row) never_.push_back(never(row));
    find_all(output, states, team);
    return std::span(continuations_).first(static_cast<size_t>(states.count));
  }

 private:
  /// What a member of the team holds for all rows.
  struct Part {
    Activations logits;                // of a chunk
    std::vector<float> best_logits;    // (rows, wanted)
    std::vector<int64_t> best_tokens;  // (rows, wanted)
    std::vector<int64_t> found;        // (rows)
  };

  void find_all(const PackedMatrix& output, FloatRows states, Team& team);
  void scan_chunks(const PackedMatrix& output, Share chunks, int64_t rows, Part& part);
  void collect(int64_t row, int64_t chunks);

  int64_t wanted_;
  ProductInput input_;
  std::vector<Part> parts_;
  std::vector<math::Powers> sums_;  // (rows, chunks)
  std::vector<std::span<const int64_t>> never_;
  std::vector<std::vector<search::Continuation>> continuations_;
};

}  // namespace regard::engine
