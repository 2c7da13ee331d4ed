#include "engine/transformer_steps.h"

#include <algorithm>
#include <cmath>

#include "architecture/architectures.h"
#include "engine/engine_model.h"
#include "math/kernels.h"

namespace regard::engine {
namespace {

/// Positions per page of the cache.
constexpr int64_t kPage = 16;
/// Maximum rows read together, unless a single sentence has more: the data of attention and
/// feed-forward networks then stays in the cache.
constexpr int64_t kMostRowsRead = 256;

}  // namespace

TransformerSteps::TransformerSteps(const TransformerWeights& weights, int64_t slots)
    : weights_(weights), slots_(static_cast<size_t>(slots)) {}

int64_t TransformerSteps::bytes_of(const TransformerWeights& weights,
                                   const SentenceSize& sentence) {
  const auto layers = static_cast<int64_t>(weights.decoder.blocks.size());
  const int64_t size = weights.heads.keys() + weights.heads.values();
  const int64_t positions = (sentence.target + kPage - 1) / kPage * kPage;
  const int64_t own = weights.is_recurrent() ? kPage * weights.options.d_model : positions * size;
  return static_cast<int64_t>(sizeof(float)) * layers *
         (sentence.source * size + own * sentence.numbers);
}

size_t TransformerSteps::page_size(const Slot& slot) const {
  const auto layers = static_cast<int64_t>(weights_.decoder.blocks.size());
  return static_cast<size_t>(kPage * slot.numbers * layers * own_cell_size());
}

float* TransformerSteps::cell(Slot& slot, int64_t position, int64_t number, int64_t layer) {
  const auto layers = static_cast<int64_t>(weights_.decoder.blocks.size());
  const int64_t index = ((position % kPage) * slot.numbers + number) * layers + layer;
  const int64_t page = weights_.is_recurrent() ? 0 : position / kPage;
  return slot.pages[static_cast<size_t>(page)].data() + index * own_cell_size();
}

void TransformerSteps::embed(const StackWeights& stack, int64_t row, int64_t token,
                             int64_t position) {
  const int64_t size = weights_.options.d_model;
  if (!positions_ || static_cast<int64_t>(positions_->size()) < (position + 1) * size) {
    positions_ = stack.positions->at_least(position + 1);
  }
  const float scale =
      weights_.options.scale_embeddings ? std::sqrt(static_cast<float>(size)) : 1.0F;
  float* state = states_.row(row);
  stack.embedding.copy_row(token, state);
  math::kernels().scale_add(state, scale, positions_->data() + position * size, size, state);
}

void TransformerSteps::normalize(const NormWeights& norm, const Activations& x, Activations& y) {
  for (int64_t row = 0; row < rows_; ++row) {
    math::kernels().normalize(x.row(row), weights_.options.d_model, norm.gain.data(),
                              norm.shift.data(), static_cast<float>(weights_.options.norm_epsilon),
                              y.row(row));
  }
}

template <class Sublayer>
void TransformerSteps::around(const NormWeights& norm, const Sublayer& sublayer) {
  if (weights_.options.norm == nn::Norm::pre) {
    normalize(norm, states_, normalized_);
    sublayer(normalized_);
  } else {
    sublayer(states_);
    normalize(norm, states_, states_);
  }
}

void TransformerSteps::feed_forward(const FeedForwardWeights& weights, Team& team) {
  around(weights.norm, [&](const Activations& x) {
    weights.inner.multiply(team, x.all(), input_, hidden_, {.activation = weights_.activation});
    weights.outer.multiply(team, hidden_.all(), input_, states_, {.residual = states_.row(0)});
  });
}

FloatRows TransformerSteps::result(const StackWeights& stack) {
  if (stack.last_norm.gain.empty()) return states_.all();
  normalize(stack.last_norm, states_, normalized_);
  return normalized_.all();
}

void TransformerSteps::prepare_rows(int64_t rows) {
  const auto& heads = weights_.heads;
  rows_ = rows;
  states_.resize(rows, weights_.options.d_model);
  normalized_.resize(rows, weights_.options.d_model);
  projected_.resize(rows,
                    std::max(2 * heads.keys() + heads.values(), 2 * weights_.options.d_model));
  queries_.resize(rows, heads.keys());
  context_.resize(rows, heads.values());
  hidden_.resize(rows, weights_.options.ffn_size);
}

void TransformerSteps::leave(int64_t slot) {
  auto& left = slots_[static_cast<size_t>(slot)];
  size_t kept = 0;
  while (kept < left.pages.size() && left.pages[kept].size() * (kept + 1) <= kFloatsKept) ++kept;
  left.pages.resize(kept);
}

void TransformerSteps::read(std::span<const Source> sources, Team& team) {
  while (!sources.empty()) {
    size_t count = 1;
    auto rows = static_cast<int64_t>(sources.front().tokens.size());
    while (count < sources.size() &&
           rows + static_cast<int64_t>(sources[count].tokens.size()) <= kMostRowsRead) {
      rows += static_cast<int64_t>(sources[count++].tokens.size());
    }
    encode(sources.first(count), rows, team);
    sources = sources.subspan(count);
  }
}

void TransformerSteps::encode(std::span<const Source> sources, int64_t rows, Team& team) {
  const auto& stack = weights_.encoder;
  prepare_rows(rows);
  positions_ = nullptr;
  int64_t row = 0;
  for (const auto& source : sources) {
    const auto length = static_cast<int64_t>(source.tokens.size());
    for (int64_t position = 0; position < length; ++position) {
      embed(stack, row++, source.tokens[static_cast<size_t>(position)], position);
    }
  }
  if (!stack.input_norm.gain.empty()) normalize(stack.input_norm, states_, states_);
  for (const auto& block : stack.blocks) {
    around(block.self.norm, [&](const Activations& x) {
      block.self.queries_keys_values.multiply(team, x.all(), input_, projected_);
      attend_within(sources, block.self);
      block.self.output.multiply(team, context_.all(), input_, states_,
                                 {.residual = states_.row(0)});
    });
    feed_forward(block.feed_forward, team);
  }
  keep_memory(sources, result(stack), team);
  positions_ = nullptr;
}

void TransformerSteps::keep_memory(std::span<const Source> sources, FloatRows states, Team& team) {
  const auto layers = static_cast<int64_t>(weights_.decoder.blocks.size());
  for (const auto& source : sources) {
    auto& slot = slots_[static_cast<size_t>(source.slot)];
    slot.source_length = static_cast<int64_t>(source.tokens.size());
    slot.numbers = source.numbers;
    for (auto& page : slot.pages) page.resize(page_size(slot));
    slot.memory.resize(static_cast<size_t>(layers * slot.source_length * cell_size()));
  }
  memory_.resize(states.count, cell_size());
  for (int64_t layer = 0; layer < layers; ++layer) {
    weights_.decoder.blocks[static_cast<size_t>(layer)].cross.keys_values.multiply(team, states,
                                                                                   input_, memory_);
    int64_t row = 0;
    for (const auto& source : sources) {
      auto& slot = slots_[static_cast<size_t>(source.slot)];
      float* to = slot.memory.data() + layer * slot.source_length * cell_size();
      for (int64_t position = 0; position < slot.source_length; ++position) {
        std::copy_n(memory_.row(row++), cell_size(), to + position * cell_size());
      }
    }
  }
}

math::AttentionHeads TransformerSteps::heads_of(const AttentionWeights& attention) const {
  auto heads = weights_.heads;
  if (!attention.score.empty()) heads.additive = attention.score.data();
  return heads;
}

void TransformerSteps::attend_within(std::span<const Source> sources,
                                     const AttentionWeights& attention) {
  const auto heads = heads_of(attention);
  int64_t first = 0;
  for (const auto& source : sources) {
    const auto length = static_cast<int64_t>(source.tokens.size());
    keys_values_.gather(length, [&](int64_t position) {
      return projected_.row(first + position) + weights_.heads.keys();
    });
    for (int64_t row = first; row < first + length; ++row) {
      keys_values_.attend(projected_.row(row), heads, context_.row(row));
    }
    first += length;
  }
}

void TransformerSteps::attend_to_past(std::span<const StepRow> rows, int64_t layer) {
  const auto heads = heads_of(weights_.decoder.blocks[static_cast<size_t>(layer)].self);
  for (size_t i = 0; i < rows.size(); ++i) {
    const auto& row = rows[i];
    auto& slot = slots_[static_cast<size_t>(row.slot)];
    const float* projected = projected_.row(static_cast<int64_t>(i));
    std::copy_n(projected + weights_.heads.keys(), cell_size(),
                cell(slot, row.position, row.number, layer));
    keys_values_.gather(row.position + 1, [&](int64_t position) -> const float* {
      if (position == row.position) return projected + weights_.heads.keys();
      return cell(slot, position, row.path[position], layer);
    });
    keys_values_.attend(projected, heads, context_.row(static_cast<int64_t>(i)));
  }
}

void TransformerSteps::recur(std::span<const StepRow> rows, int64_t layer) {
  const int64_t size = weights_.options.d_model;
  for (size_t i = 0; i < rows.size(); ++i) {
    const auto& row = rows[i];
    auto& slot = slots_[static_cast<size_t>(row.slot)];
    float* candidate = projected_.row(static_cast<int64_t>(i));
    const float* gate = candidate + size;
    float* next = cell(slot, row.position, row.number, layer);
    // f c + (1 - f) n = n + f (c - n)
    float* difference = normalized_.row(static_cast<int64_t>(i));
    if (row.position == 0) {
      for (int64_t j = 0; j < size; ++j) difference[j] = -candidate[j];
    } else {
      const float* past = cell(slot, row.position - 1, row.path[row.position - 1], layer);
      for (int64_t j = 0; j < size; ++j) difference[j] = past[j] - candidate[j];
    }
    math::kernels().add_gated(difference, gate, 1.0F, size, candidate);
    std::copy_n(candidate, size, next);
    float* state = states_.row(static_cast<int64_t>(i));
    for (int64_t j = 0; j < size; ++j) state[j] += std::max(next[j], 0.0F);
  }
}

void TransformerSteps::read_past(std::span<const StepRow> rows, int64_t layer, Team& team) {
  const auto& block = weights_.decoder.blocks[static_cast<size_t>(layer)];
  if (weights_.is_recurrent()) {
    around(block.ssru.norm, [&](const Activations& x) {
      block.ssru.candidates_gates.multiply(team, x.all(), input_, projected_);
      recur(rows, layer);
    });
    return;
  }
  around(block.self.norm, [&](const Activations& x) {
    block.self.queries_keys_values.multiply(team, x.all(), input_, projected_);
    attend_to_past(rows, layer);
    block.self.output.multiply(team, context_.all(), input_, states_, {.residual = states_.row(0)});
  });
}

void TransformerSteps::attend_to_memory(std::span<const StepRow> rows, int64_t layer,
                                        search::AttentionRows* attention) {
  const auto heads = heads_of(weights_.decoder.blocks[static_cast<size_t>(layer)].cross);
  for (size_t i = 0; i < rows.size(); ++i) {
    const auto& slot = slots_[static_cast<size_t>(rows[i].slot)];
    const float* memory = slot.memory.data() + layer * slot.source_length * cell_size();
    keys_values_.gather(slot.source_length,
                        [&](int64_t position) { return memory + position * cell_size(); });
    const auto row = static_cast<int64_t>(i);
    keys_values_.attend(queries_.row(row), heads, context_.row(row));
    if (attention != nullptr) {
      attention->rows.push_back(keys_values_.attention_of(weights_.alignment.head));
    }
  }
}

FloatRows TransformerSteps::step(std::span<const StepRow> rows, Team& team,
                                 search::AttentionRows* attention) {
  const auto& stack = weights_.decoder;
  const auto layers = static_cast<int64_t>(stack.blocks.size());
  prepare_rows(static_cast<int64_t>(rows.size()));
  if (attention != nullptr) attention->shifted = weights_.alignment.shifted;
  for (size_t i = 0; i < rows.size(); ++i) {
    embed(stack, static_cast<int64_t>(i), rows[i].previous, rows[i].position);
    auto& slot = slots_[static_cast<size_t>(rows[i].slot)];
    const int64_t last = weights_.is_recurrent() ? 0 : rows[i].position;
    while (static_cast<int64_t>(slot.pages.size()) * kPage <= last) {
      slot.pages.emplace_back(page_size(slot));
    }
  }
  if (!stack.input_norm.gain.empty()) normalize(stack.input_norm, states_, states_);
  for (int64_t layer = 0; layer < layers; ++layer) {
    const auto& block = stack.blocks[static_cast<size_t>(layer)];
    read_past(rows, layer, team);
    around(block.cross.norm, [&](const Activations& x) {
      block.cross.queries.multiply(team, x.all(), input_, queries_);
      attend_to_memory(rows, layer, layer == weights_.alignment_layer ? attention : nullptr);
      block.cross.output.multiply(team, context_.all(), input_, states_,
                                  {.residual = states_.row(0)});
    });
    feed_forward(block.feed_forward, team);
  }
  return result(stack);
}

}  // namespace regard::engine

namespace regard {

std::unique_ptr<engine::EngineModel> model::TransformerRow::make_engine(
    const Options& options, const engine::WeightsToPack& weights) {
  using Model = engine::EngineModelOf<engine::TransformerWeights, engine::TransformerSteps>;
  return std::make_unique<Model>(engine::TransformerWeights(options, weights), options.max_steps());
}

}  // namespace regard
