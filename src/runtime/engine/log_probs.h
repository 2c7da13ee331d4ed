#pragma once
#include <cstdint>
#include <span>

#include "engine/activations.h"
#include "engine/packed_matrix.h"
#include "engine/team.h"

namespace regard::engine {

/// From states to the log-probability of every token, for the steps that search does not leave to
/// BestTokens.
class LogProbs {
 public:
  /// `log_probs` becomes (rows, outputs), each row of which depends on its state alone.
  void compute(const PackedMatrix& output, FloatRows states, Team& team, Activations& log_probs);

 private:
  ProductInput input_;
};

/// The log-probabilities (rows, size) of an ensemble, the mean of the models' probabilities, in
/// place of those of the first model.
void take_mean(std::span<Activations> models, int64_t size, Team& team);

}  // namespace regard::engine
