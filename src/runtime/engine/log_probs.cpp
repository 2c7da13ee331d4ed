#include "engine/log_probs.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "engine/profile.h"
#include "math/kernels.h"

namespace regard::engine {

void BestTokens::find_all(const PackedMatrix& output, FloatRows states, Team& team) {
  const int64_t chunks = chunks_of(output.outputs());
  output.prepare(states, input_);
  parts_.resize(static_cast<size_t>(team.members()));
  sums_.resize(static_cast<size_t>(states.count * chunks));
  for (auto& part : parts_) {
    part.logits.resize(states.count, kChunk);
    part.best_logits.resize(static_cast<size_t>(states.count * most_wanted_));
    part.best_tokens.resize(static_cast<size_t>(states.count * most_wanted_));
    part.found.assign(static_cast<size_t>(states.count), 0);
  }
  {
    const ProductTimer timer(2 * states.count * output.inputs() * output.outputs(), team.members());
    team.run([&](int64_t member) {
      scan_chunks(output, share_of(chunks, member, team.members()), states.count,
                  parts_[static_cast<size_t>(member)]);
    });
  }
  if (continuations_.size() < static_cast<size_t>(states.count)) {
    continuations_.resize(static_cast<size_t>(states.count));
  }
  for (int64_t row = 0; row < states.count; ++row) collect(row, chunks);
}

void BestTokens::scan_chunks(const PackedMatrix& output, Share chunks, int64_t rows, Part& part) {
  const int64_t all_chunks = chunks_of(output.outputs());
  for (int64_t chunk = chunks.begin; chunk < chunks.end; ++chunk) {
    const int64_t first_panel = chunk * kPanelsOfChunk;
    const int64_t last_panel = std::min(first_panel + kPanelsOfChunk, output.panels());
    const int64_t first_token = chunk * kChunk;
    const int64_t tokens = std::min(kChunk, output.outputs() - first_token);
    output.multiply_panels(input_, first_panel, last_panel, {}, part.logits.row(0),
                           part.logits.stride());
    for (int64_t row = 0; row < rows; ++row) {
      const auto at = static_cast<size_t>(row);
      const size_t first = at * static_cast<size_t>(most_wanted_);
      math::BestLogits best{.wanted = wanted_[at].wanted,
                            .found = part.found[at],
                            .logits = &part.best_logits[first],
                            .tokens = &part.best_tokens[first]};
      sums_[static_cast<size_t>(row * all_chunks + chunk)] =
          math::kernels().scan(part.logits.row(row), first_token, tokens, wanted_[at].never, best);
      part.found[at] = best.found;
    }
  }
}

void BestTokens::collect(int64_t row, int64_t chunks) {
  // Chunks are added in order, regardless of which thread computed them.
  const double normalizer = log_sum(
      std::span(sums_).subspan(static_cast<size_t>(row * chunks), static_cast<size_t>(chunks)));
  if (std::isnan(normalizer)) throw search::broken_weights();
  auto& continuations = continuations_[static_cast<size_t>(row)];
  const auto wanted = static_cast<size_t>(wanted_[static_cast<size_t>(row)].wanted);
  continuations.clear();
  for (const auto& part : parts_) {
    const auto first = static_cast<size_t>(row * most_wanted_);
    const auto found = static_cast<size_t>(part.found[static_cast<size_t>(row)]);
    for (size_t i = first; i < first + found; ++i) {
      const double log_prob = static_cast<double>(part.best_logits[i]) - normalizer;
      if (log_prob == -std::numeric_limits<double>::infinity()) continue;
      continuations.push_back({log_prob, part.best_tokens[i]});
    }
  }
  if (parts_.size() > 1) std::sort(continuations.begin(), continuations.end());
  if (continuations.size() > wanted) continuations.resize(wanted);
}

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

search::AttentionRows mean_of(std::vector<search::AttentionRows> models) {
  std::erase_if(models, [](const search::AttentionRows& model) { return model.rows.empty(); });
  if (models.empty()) return {};
  const bool shifted = models.front().shifted;
  std::erase_if(models,
                [&](const search::AttentionRows& model) { return model.shifted != shifted; });
  if (models.size() == 1) return std::move(models.front());
  search::AttentionRows means{.shifted = shifted};
  for (size_t row = 0; row < models.front().rows.size(); ++row) {
    std::vector<float> mean(models.front().rows[row]->size());
    for (size_t slot = 0; slot < mean.size(); ++slot) {
      for (const auto& model : models) mean[slot] += (*model.rows[row])[slot];
      mean[slot] /= static_cast<float>(models.size());
    }
    means.rows.push_back(std::make_shared<const std::vector<float>>(std::move(mean)));
  }
  return means;
}

}  // namespace regard::engine
