#include "engine/next_tokens.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "search/grouped_search.h"

namespace regard::engine {
namespace {

std::vector<int64_t> in_order(std::vector<int64_t> tokens) {
  std::ranges::sort(tokens);
  return tokens;
}

std::vector<int64_t> inside_word(const search::BeamSearchOptions& options) {
  auto tokens = options.whole_words.boundaries;
  tokens.insert(tokens.end(), {options.pad, options.bos, options.eos});
  return in_order(std::move(tokens));
}

std::vector<int64_t> positions_of(const std::vector<int64_t>& tokens,
                                  std::span<const int32_t> among) {
  std::vector<int64_t> positions;
  for (size_t position = 0; position < among.size(); ++position) {
    if (std::ranges::binary_search(tokens, among[position])) {
      positions.push_back(static_cast<int64_t>(position));
    }
  }
  return positions;
}

}  // namespace

ForbiddenTokens::ForbiddenTokens(const search::BeamSearchOptions& options)
    : always_(in_order({options.pad, options.bos})),
      too_early_(in_order({options.pad, options.bos, options.eos})),
      inside_word_(inside_word(options)) {}

std::span<const int64_t> ForbiddenTokens::after(const search::GroupedSearch::Row& row) const {
  if (row.search->is_inside_word(*row.living)) return inside_word_;
  return row.search->may_end() ? always_ : too_early_;
}

ForbiddenTokens ForbiddenTokens::among(std::span<const int32_t> tokens) const {
  ForbiddenTokens positions;
  positions.always_ = positions_of(always_, tokens);
  positions.too_early_ = positions_of(too_early_, tokens);
  positions.inside_word_ = positions_of(inside_word_, tokens);
  return positions;
}

namespace {

/// Rows whose log-probabilities of all tokens are held at once.
constexpr size_t kRowsAtOnce = 64;

/// The tokens of the source's vocabulary and of the request, in ascending order.
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

NextTokens::NextTokens(OutputLayers layers, int64_t places)
    : layers_(std::move(layers)), of_models_(layers_.all.size()) {
  if (!layers_.selectable.empty()) vocabularies_.resize(static_cast<size_t>(places));
}

void NextTokens::begin(const Source& source, const search::Request& request,
                       const SearchRules& rules) {
  if (vocabularies_.empty()) return;
  auto& vocabulary = vocabularies_[static_cast<size_t>(source.place)];
  vocabulary.tokens = with_requested(layers_.vocabulary(source.tokens), request);
  vocabulary.forbidden = rules.forbidden.among(vocabulary.tokens);
  vocabulary.outputs.resize(layers_.selectable.size());
  for (size_t model = 0; model < layers_.selectable.size(); ++model) {
    layers_.selectable[model]->select(vocabulary.tokens, vocabulary.outputs[model]);
  }
}

bool NextTokens::needs_log_probs(const Row& row) const {
  return layers_.all.size() > 1 || needs_whole_rows(*row.hypothesis.search, row.rules->options);
}

const PackedMatrix& NextTokens::output(const Block& block, size_t model) const {
  return block.vocabulary == nullptr ? *layers_.all[model] : block.vocabulary->outputs[model];
}

std::span<std::vector<search::Continuation>> NextTokens::after(std::span<const Row> rows,
                                                               std::span<const FloatRows> states,
                                                               Team& team) {
  if (continuations_.size() < rows.size()) continuations_.resize(rows.size());
  std::vector<Block> best, all;
  for (size_t row = 0; row < rows.size(); ++row) {
    auto& blocks = needs_log_probs(rows[row]) ? all : best;
    const auto* vocabulary =
        vocabularies_.empty() ? nullptr : &vocabularies_[static_cast<size_t>(rows[row].place)];
    if (blocks.empty() || blocks.back().vocabulary != vocabulary) blocks.push_back({vocabulary});
    blocks.back().rows.push_back(row);
  }
  for (const auto& block : best) find_best(block, rows, states.front(), team);
  for (const auto& block : all) choose_among_all(block, rows, states, team);
  return std::span(continuations_).first(rows.size());
}

FloatRows NextTokens::states_of(std::span<const size_t> rows, FloatRows states) {
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

void NextTokens::find_best(const Block& block, std::span<const Row> rows, FloatRows states,
                           Team& team) {
  const auto found =
      best_tokens_.find(output(block, 0), states_of(block.rows, states), team, [&](int64_t number) {
        const auto& row = rows[block.rows[static_cast<size_t>(number)]];
        const auto& forbidden =
            block.vocabulary == nullptr ? row.rules->forbidden : block.vocabulary->forbidden;
        return BestTokens::Wish{.never = forbidden.after(row.hypothesis),
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

void NextTokens::choose_among_all(const Block& block, std::span<const Row> rows,
                                  std::span<const FloatRows> states, Team& team) {
  for (size_t first = 0; first < block.rows.size(); first += kRowsAtOnce) {
    const auto some =
        std::span(block.rows).subspan(first, std::min(kRowsAtOnce, block.rows.size() - first));
    for (size_t model = 0; model < states.size(); ++model) {
      log_probs_.compute(output(block, model), states_of(some, states[model]), team,
                         of_models_[model]);
    }
    if (states.size() > 1) take_mean(of_models_, output(block, 0).outputs(), team);
    for (size_t row = 0; row < some.size(); ++row) {
      const auto log_probs =
          of_all_tokens(block, of_models_.front().row(static_cast<int64_t>(row)));
      const auto& [hypothesis, place, rules] = rows[some[row]];
      continuations_[some[row]] =
          continuations_of(log_probs, hypothesis, rules->options, rules->wanted);
    }
  }
}

/// Those that are not in the sentence's vocabulary have -infinity.
std::span<float> NextTokens::of_all_tokens(const Block& block, float* log_probs) {
  row_.assign(static_cast<size_t>(layers_.all.front()->outputs()),
              -std::numeric_limits<float>::infinity());
  if (block.vocabulary == nullptr) return {log_probs, row_.size()};
  for (const int32_t token : block.vocabulary->tokens) {
    row_[static_cast<size_t>(token)] = *log_probs++;
  }
  return row_;
}

}  // namespace regard::engine
