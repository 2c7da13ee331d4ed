#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "engine/activations.h"
#include "engine/packed_matrix.h"
#include "engine/team.h"
#include "math/kernels.h"
#include "search/sentence_search.h"

namespace regard::engine {

/// Panels per chunk of the vocabulary: the logits of some dozens of rows then stay in the cache.
/// Sums are computed per chunk, so that the bits do not depend on the thread.
inline constexpr int64_t kPanelsOfChunk = 16;
inline constexpr int64_t kChunk = kPanelsOfChunk * kPanel;

inline int64_t chunks_of(int64_t tokens) { return (tokens + kChunk - 1) / kChunk; }

/// log(sum(e^logit)) of a row, from its chunks in order.
inline double log_sum(std::span<const math::Powers> chunks) {
  double maximum = -std::numeric_limits<double>::infinity();
  for (const auto& chunk : chunks) maximum = std::max(maximum, static_cast<double>(chunk.maximum));
  double sum = 0.0;
  for (const auto& chunk : chunks) {
    sum += static_cast<double>(chunk.sum) * std::exp(static_cast<double>(chunk.maximum) - maximum);
  }
  return maximum + std::log(sum);
}

/// Finds the best continuations of each row: the output layer, log-softmax and selection run in one
/// pass over chunks of the vocabulary, so that logits never leave the cache.
class BestTokens {
 public:
  /// The requirements of a row.
  struct Wanted {
    /// Forbidden next tokens, in ascending order; they still count in the softmax.
    std::span<const int64_t> never;
    int64_t wanted;  ///< number of continuations
  };

  /// `output` is the output layer, wanted_of(r) the Wanted of row r. Returns the continuations of
  /// each row, best first, valid until the next call; the result for a row depends only on that
  /// row. Throws Error if a logit is NaN.
  template <class WantedOf>
  std::span<std::vector<search::Continuation>> find(const PackedMatrix& output, FloatRows states,
                                                    Team& team, const WantedOf& wanted_of) {
    wanted_.clear();
    most_wanted_ = 0;
    for (int64_t row = 0; row < states.count; ++row) {
      wanted_.push_back(wanted_of(row));
      most_wanted_ = std::max(most_wanted_, wanted_.back().wanted);
    }
    find_all(output, states, team);
    return std::span(continuations_).first(static_cast<size_t>(states.count));
  }

 private:
  /// The buffers of one team member, for all rows.
  struct Part {
    Activations logits;                // logits of a chunk
    std::vector<float> best_logits;    // (rows, most wanted)
    std::vector<int64_t> best_tokens;  // (rows, most wanted)
    std::vector<int64_t> found;        // (rows)
  };

  void find_all(const PackedMatrix& output, FloatRows states, Team& team);
  void scan_chunks(const PackedMatrix& output, Share chunks, int64_t rows, Part& part);
  void collect(int64_t row, int64_t chunks);

  int64_t most_wanted_ = 0;  // maximum over the rows
  ProductInput input_;
  std::vector<Part> parts_;
  std::vector<math::Powers> sums_;  // (rows, chunks)
  std::vector<Wanted> wanted_;      // requested continuations of each row
  std::vector<std::vector<search::Continuation>> continuations_;
};

/// Computes the log-probability of every token, for steps that cannot use BestTokens.
class LogProbs {
 public:
  /// `log_probs` becomes (rows, outputs); each row depends only on its state.
  void compute(const PackedMatrix& output, FloatRows states, Team& team, Activations& log_probs);

 private:
  ProductInput input_;
};

/// Averages the probabilities of an ensemble; the result replaces the first model's
/// log-probabilities (rows, size).
void take_mean(std::span<Activations> models, int64_t size, Team& team);

/// The mean attention over those models of an ensemble that have attention.
search::AttentionRows mean_of(std::vector<search::AttentionRows> models);

}  // namespace regard::engine
