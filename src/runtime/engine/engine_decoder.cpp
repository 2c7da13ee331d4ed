#include "engine/engine_decoder.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "engine/profile.h"

namespace regard::engine {
namespace {

/// Maximum rows whose log-probabilities of all tokens are in memory.
constexpr size_t kRowsAtOnce = 64;

/// The tokens of the source's vocabulary and those in the request, in ascending order.
std::vector<int32_t> with_requested(std::vector<int32_t> tokens, const search::Request& request) {
  const auto add = [&](const std::vector<int64_t>& requested) {
    for (const int64_t token : requested) tokens.push_back(static_cast<int32_t>(token));
  };
  add(request.prefix);
  for (const auto& phrase : request.phrases) add(phrase);
  std::ranges::sort(tokens);
  tokens.erase(std::unique(tokens.begin(), tokens.end()), tokens.end());
  return tokens;
}

}  // namespace

EngineDecoder::EngineDecoder(std::vector<std::unique_ptr<Steps>> models, OutputLayers layers,
                             int64_t slots)
    : models_(std::move(models)), layers_(std::move(layers)), of_models_(layers_.all.size()) {
  if (!layers_.selectable.empty()) vocabularies_.resize(static_cast<size_t>(slots));
}

void EngineDecoder::read(std::span<const Source> sources, Team& team) {
  for (const auto& source : sources) select_tokens(source);
  const PhaseTimer timer(Phase::reading, team.members());
  for (const auto& model : models_) model->read(sources, team);
}

void EngineDecoder::leave(int64_t slot) {
  for (const auto& model : models_) model->leave(slot);
}

NextStep EngineDecoder::step(std::span<const StepRow> rows, Team& team) {
  auto attention = take_steps(rows, team);
  choose(rows, team);
  return {.continuations = std::span(continuations_).first(rows.size()),
          .attention = std::move(attention)};
}

search::AttentionRows EngineDecoder::take_steps(std::span<const StepRow> rows, Team& team) {
  const PhaseTimer timer(Phase::steps, team.members());
  const bool is_wanted = want_attention(rows);
  std::vector<search::AttentionRows> attention(models_.size());
  states_.clear();
  for (size_t model = 0; model < models_.size(); ++model) {
    states_.push_back(models_[model]->step(rows, team, is_wanted ? &attention[model] : nullptr));
  }
  return mean_of(std::move(attention));
}

/// Sets the vocabulary of a sentence, which includes the tokens that its request requires.
void EngineDecoder::select_tokens(const Source& source) {
  if (vocabularies_.empty()) return;
  auto& vocabulary = vocabularies_[static_cast<size_t>(source.slot)];
  vocabulary.tokens = with_requested(layers_.vocabulary(source.tokens), *source.request);
  vocabulary.forbidden = source.rules->forbidden.among(vocabulary.tokens);
  vocabulary.outputs.resize(layers_.selectable.size());
  for (size_t model = 0; model < layers_.selectable.size(); ++model) {
    layers_.selectable[model]->select(vocabulary.tokens, vocabulary.outputs[model]);
  }
}

bool EngineDecoder::needs_log_probs(const StepRow& row) const {
  return layers_.all.size() > 1 || needs_all_tokens(row.hypothesis, *row.rules);
}

const PackedMatrix& EngineDecoder::output(const Block& block, size_t model) const {
  return block.vocabulary == nullptr ? *layers_.all[model] : block.vocabulary->outputs[model];
}

void EngineDecoder::choose(std::span<const StepRow> rows, Team& team) {
  const PhaseTimer timer(Phase::output, team.members());
  if (continuations_.size() < rows.size()) continuations_.resize(rows.size());
  std::vector<Block> best, all;
  for (size_t row = 0; row < rows.size(); ++row) {
    auto& blocks = needs_log_probs(rows[row]) ? all : best;
    const auto* vocabulary =
        vocabularies_.empty() ? nullptr : &vocabularies_[static_cast<size_t>(rows[row].slot)];
    if (blocks.empty() || blocks.back().vocabulary != vocabulary) blocks.push_back({vocabulary});
    blocks.back().rows.push_back(row);
  }
  for (const auto& block : best) find_best(block, rows, team);
  for (const auto& block : all) choose_among_all(block, rows, team);
}

FloatRows EngineDecoder::states_of(std::span<const size_t> rows, FloatRows states) {
  const auto count = static_cast<int64_t>(rows.size());
  const auto first = static_cast<int64_t>(rows.front());
  if (static_cast<int64_t>(rows.back()) == first + count - 1) {
    return {states.data + first * states.stride, states.stride, count};
  }
  gathered_.resize(count, states.stride);
  for (int64_t row = 0; row < count; ++row) {
    const auto from = static_cast<int64_t>(rows[static_cast<size_t>(row)]);
    std::copy_n(states.data + from * states.stride, states.stride, gathered_.row(row));
  }
  return gathered_.all();
}

void EngineDecoder::find_best(const Block& block, std::span<const StepRow> rows, Team& team) {
  const auto states = states_of(block.rows, states_.front());
  const auto found = best_tokens_.find(output(block, 0), states, team, [&](int64_t number) {
    const auto& row = rows[block.rows[static_cast<size_t>(number)]];
    const auto& forbidden =
        block.vocabulary == nullptr ? row.rules->forbidden : block.vocabulary->forbidden;
    return BestTokens::Wanted{.never = forbidden.after(row.hypothesis),
                              .wanted = row.rules->wanted};
  });
  for (size_t row = 0; row < found.size(); ++row) {
    auto& continuations = continuations_[block.rows[row]];
    continuations.swap(found[row]);
    if (block.vocabulary == nullptr) continue;
    for (auto& continuation : continuations) {
      continuation.token = block.vocabulary->tokens[static_cast<size_t>(continuation.token)];
    }
  }
}

void EngineDecoder::choose_among_all(const Block& block, std::span<const StepRow> rows,
                                     Team& team) {
  for (size_t first = 0; first < block.rows.size(); first += kRowsAtOnce) {
    const auto some =
        std::span(block.rows).subspan(first, std::min(kRowsAtOnce, block.rows.size() - first));
    for (size_t model = 0; model < states_.size(); ++model) {
      log_probs_.compute(output(block, model), states_of(some, states_[model]), team,
                         of_models_[model]);
    }
    if (states_.size() > 1) take_mean(of_models_, output(block, 0).outputs(), team);
    for (size_t row = 0; row < some.size(); ++row) {
      const auto log_probs =
          of_all_tokens(block, of_models_.front().row(static_cast<int64_t>(row)));
      const auto& its = rows[some[row]];
      continuations_[some[row]] = continuations_of(log_probs, its.hypothesis, *its.rules);
    }
  }
}

/// Tokens outside the sentence's vocabulary get -infinity.
std::span<float> EngineDecoder::of_all_tokens(const Block& block, float* log_probs) {
  row_.assign(static_cast<size_t>(layers_.all.front()->outputs()),
              -std::numeric_limits<float>::infinity());
  if (block.vocabulary == nullptr) return {log_probs, row_.size()};
  for (const int32_t token : block.vocabulary->tokens) {
    row_[static_cast<size_t>(token)] = *log_probs++;
  }
  return row_;
}

}  // namespace regard::engine
