#include "engine/best_tokens.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/log_sum.h"
#include "engine/phase_timer.h"
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
      math::BestLogits best{.wanted = wishes_[at].wanted,
                            .found = part.found[at],
                            .logits = &part.best_logits[first],
                            .tokens = &part.best_tokens[first]};
      sums_[static_cast<size_t>(row * all_chunks + chunk)] =
          math::kernels().scan(part.logits.row(row), first_token, tokens, wishes_[at].never, best);
      part.found[at] = best.found;
    }
  }
}

void BestTokens::collect(int64_t row, int64_t chunks) {
  // Chunks are added in order, whichever member computed them.
  const double normalizer = log_sum(
      std::span(sums_).subspan(static_cast<size_t>(row * chunks), static_cast<size_t>(chunks)));
  if (std::isnan(normalizer)) throw search::broken_weights();
  auto& continuations = continuations_[static_cast<size_t>(row)];
  const auto wanted = static_cast<size_t>(wishes_[static_cast<size_t>(row)].wanted);
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

}  // namespace regard::engine
