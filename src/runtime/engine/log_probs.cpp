#include "engine/log_probs.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "engine/log_sum.h"

namespace regard::engine {
namespace {

void make_log_probs(float* logits, int64_t size) {
  std::vector<math::Powers> chunks;
  for (int64_t first = 0; first < size; first += kChunk) {
    float logit = 0.0F;
    int64_t token = 0;
    math::BestLogits best{.wanted = 1, .found = 0, .logits = &logit, .tokens = &token};
    chunks.push_back(
        math::kernels().scan(logits + first, first, std::min(kChunk, size - first), {}, best));
  }
  const double normalizer = log_sum(chunks);
  for (int64_t token = 0; token < size; ++token) {
    logits[token] = static_cast<float>(static_cast<double>(logits[token]) - normalizer);
  }
}

}  // namespace

void LogProbs::compute(const PackedMatrix& output, FloatRows states, Team& team,
                       Activations& log_probs) {
  log_probs.resize(states.count, output.outputs());
  output.multiply(team, states, input_, log_probs);
  team.run([&](int64_t member) {
    const auto [first, last] = share_of(states.count, member, team.members());
    for (int64_t row = first; row < last; ++row) {
      make_log_probs(log_probs.row(row), output.outputs());
    }
  });
}

void take_mean(std::span<Activations> models, int64_t size, Team& team) {
  auto& mean = models.front();
  const auto log_count = std::log(static_cast<float>(models.size()));
  team.run([&](int64_t member) {
    const auto [first, last] = share_of(mean.rows(), member, team.members());
    for (int64_t row = first; row < last; ++row) {
      for (int64_t token = 0; token < size; ++token) {
        float largest = -std::numeric_limits<float>::infinity();
        for (const auto& model : models) largest = std::max(largest, model.row(row)[token]);
        float sum = 0.0F;
        for (const auto& model : models) sum += std::exp(model.row(row)[token] - largest);
        mean.row(row)[token] = largest + std::log(sum) - log_count;
      }
    }
  });
}

}  // namespace regard::engine
