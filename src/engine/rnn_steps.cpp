#include "engine/rnn_steps.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace regard::engine {

RnnSteps::RnnSteps(const RnnWeights& weights, int64_t places, int64_t numbers)
    : weights_(weights),
      numbers_(numbers),
      places_(static_cast<size_t>(places)),
      zeros_(static_cast<size_t>(weights.hidden_size)),
      last_(weights.encoder.size()),
      layers_(weights.decoder.size()) {
  const auto size = static_cast<size_t>(2 * numbers * state_size()) * layers_.size();
  for (auto& place : places_) place.states.resize(size);
}

int64_t RnnSteps::gates() const {
  return weights_.options.cell == "gru" ? 3 : weights_.options.cell == "lstm" ? 4 : 1;
}

int64_t RnnSteps::state_size() const { return (has_cells() ? 2 : 1) * weights_.hidden_size; }

float* RnnSteps::state_of(Place& place, int64_t position, int64_t number, int64_t layer) {
  const auto layers = static_cast<int64_t>(layers_.size());
  return place.states.data() + ((position % 2 * numbers_ + number) * layers + layer) * state_size();
}

void RnnSteps::resize(State& state, int64_t rows) const {
  state.hidden.resize(rows, weights_.hidden_size);
  if (has_cells()) state.cell.resize(rows, weights_.hidden_size);
}

void RnnSteps::step_cell(const float* input_gates, const float* hidden_gates, int64_t row,
                         State& state) const {
  const int64_t size = weights_.hidden_size;
  float* hidden = state.hidden.row(row);
  if (has_cells()) {
    float* cell = state.cell.row(row);
    kernels_.lstm(input_gates, hidden_gates, cell, size, hidden, cell);
  } else if (weights_.options.cell == "gru") {
    kernels_.gru(input_gates, hidden_gates, hidden, size, hidden);
  } else {
    kernels_.add_tangent(input_gates, hidden_gates, size, hidden);
  }
}

void RnnSteps::read(std::span<const Source> sources, Team& team) {
  // The longest first: those that have tokens left are always the first ones.
  std::vector<Source> ordered(sources.begin(), sources.end());
  std::stable_sort(ordered.begin(), ordered.end(), [](const Source& a, const Source& b) {
    return a.tokens.size() > b.tokens.size();
  });
  int64_t rows = 0;
  first_rows_.clear();
  for (const auto& source : ordered) {
    first_rows_.push_back(rows);
    rows += static_cast<int64_t>(source.tokens.size());
  }
  const int64_t embedding_size = weights_.embedding_size;
  input_rows_.resize(rows, embedding_size);
  int64_t row = 0;
  for (const auto& source : ordered) {
    for (const int64_t token : source.tokens) {
      std::copy_n(weights_.source_embedding.row(token), embedding_size, input_rows_.row(row++));
    }
  }
  const size_t directions = weights_.options.bidirectional ? 2 : 1;
  for (size_t layer = 0; layer < weights_.encoder.size(); layer += directions) {
    states_.resize(rows, weights_.memory_size);
    for (size_t direction = 0; direction < directions; ++direction) {
      read_layer(layer + direction, ordered, direction == 1, team);
    }
    std::swap(input_rows_, states_);  // what the next layer reads
  }
  keep_memory(ordered, team);
  start_decoder(ordered, team);
}

void RnnSteps::read_layer(size_t number, std::span<const Source> sources, bool backward,
                          Team& team) {
  const auto& weights = weights_.encoder[number];
  const int64_t size = weights_.hidden_size;
  input_gates_.resize(input_rows_.rows(), gates() * size);
  weights.input.multiply(team, input_rows_.all(), input_, input_gates_);
  State& state = last_[number];
  resize(state, static_cast<int64_t>(sources.size()));
  for (size_t sentence = 0; sentence < sources.size(); ++sentence) {
    const auto at = static_cast<int64_t>(sentence);
    std::fill_n(state.hidden.row(at), size, 0.0F);
    if (has_cells()) std::fill_n(state.cell.row(at), size, 0.0F);
  }
  auto active = static_cast<int64_t>(sources.size());
  for (int64_t step = 0;; ++step) {
    const auto length = [&](int64_t sentence) {
      return static_cast<int64_t>(sources[static_cast<size_t>(sentence)].tokens.size());
    };
    while (active > 0 && length(active - 1) <= step) --active;
    if (active == 0) break;
    auto rows = state.hidden.all();
    rows.count = active;
    hidden_gates_.resize(active, gates() * size);
    weights.hidden.multiply(team, rows, input_, hidden_gates_);
    for (int64_t sentence = 0; sentence < active; ++sentence) {
      const int64_t row = first_rows_[static_cast<size_t>(sentence)] +
                          (backward ? length(sentence) - 1 - step : step);
      step_cell(input_gates_.row(row), hidden_gates_.row(sentence), sentence, state);
      std::copy_n(state.hidden.row(sentence), size, states_.row(row) + (backward ? size : 0));
    }
  }
}

// input_rows_ holds the states of the top layer.
void RnnSteps::keep_memory(std::span<const Source> sources, Team& team) {
  const int64_t values = weights_.memory_size, keys = weights_.hidden_size;
  const bool additive = weights_.options.attention == "additive";
  if (additive) {
    keys_.resize(input_rows_.rows(), keys);
    weights_.keys.multiply(team, input_rows_.all(), input_, keys_);
  }
  for (size_t sentence = 0; sentence < sources.size(); ++sentence) {
    auto& place = places_[static_cast<size_t>(sources[sentence].place)];
    place.source_length = static_cast<int64_t>(sources[sentence].tokens.size());
    place.memory.resize(static_cast<size_t>(place.source_length * (keys + values)));
    float* to = place.memory.data();
    for (int64_t row = first_rows_[sentence]; row < first_rows_[sentence] + place.source_length;
         ++row) {
      to = std::copy_n(additive ? keys_.row(row) : input_rows_.row(row), keys, to);
      to = std::copy_n(input_rows_.row(row), values, to);
    }
  }
}

void RnnSteps::start_decoder(std::span<const Source> sources, Team& team) {
  const int64_t size = weights_.hidden_size;
  const auto count = static_cast<int64_t>(sources.size());
  // The states of a layer, or what the bridge makes of both directions' states.
  const auto bridged = [&](const std::vector<PackedMatrix>& bridge, size_t layer,
                           Activations State::*part) -> const Activations& {
    if (bridge.empty()) return last_[layer].*part;
    input_rows_.resize(count, 2 * size);
    for (int64_t row = 0; row < count; ++row) {
      std::copy_n((last_[2 * layer].*part).row(row), size, input_rows_.row(row));
      std::copy_n((last_[2 * layer + 1].*part).row(row), size, input_rows_.row(row) + size);
    }
    query_.resize(count, size);
    bridge[layer].multiply(team, input_rows_.all(), input_, query_);
    for (int64_t row = 0; row < count; ++row) {
      kernels_.add_tangent(query_.row(row), zeros_.data(), size, query_.row(row));
    }
    return query_;
  };
  const auto keep = [&](const Activations& states, size_t layer, int64_t offset) {
    for (int64_t row = 0; row < count; ++row) {
      auto& place = places_[static_cast<size_t>(sources[static_cast<size_t>(row)].place)];
      std::copy_n(states.row(row), size,
                  state_of(place, 0, 0, static_cast<int64_t>(layer)) + offset);
    }
  };
  for (size_t layer = 0; layer < layers_.size(); ++layer) {
    keep(bridged(weights_.hidden_bridge, layer, &State::hidden), layer, 0);
    if (has_cells()) keep(bridged(weights_.cell_bridge, layer, &State::cell), layer, size);
  }
}

void RnnSteps::attend(const StepRow& row, const float* query, float* context) {
  const auto& place = places_[static_cast<size_t>(row.place)];
  const int64_t values = weights_.memory_size, keys = weights_.hidden_size;
  if (static_cast<int64_t>(scores_.size()) < place.source_length) {
    scores_.resize(static_cast<size_t>(place.source_length));
    keys_values_.resize(static_cast<size_t>(place.source_length));
  }
  for (int64_t position = 0; position < place.source_length; ++position) {
    keys_values_[static_cast<size_t>(position)] = place.memory.data() + position * (keys + values);
  }
  if (weights_.options.attention == "additive") {
    kernels_.attend_additively(
        query, keys_values_.data(), place.source_length,
        {.key_width = keys, .value_width = values, .weights = weights_.score.data()},
        scores_.data(), context);
  } else {
    kernels_.attend(query, keys_values_.data(), place.source_length,
                    {.heads = 1,
                     .key_width = keys,
                     .value_width = values,
                     .scale = 1.0F / std::sqrt(static_cast<float>(keys))},
                    scores_.data(), context);
  }
}

Rows<const float> RnnSteps::step(std::span<const StepRow> rows, Team& team) {
  const int64_t size = weights_.hidden_size, embedding_size = weights_.embedding_size;
  const auto count = static_cast<int64_t>(rows.size());
  for_each_state(rows, [&](const StepRow& row, int64_t index, int64_t layer) {
    auto& place = places_[static_cast<size_t>(row.place)];
    const int64_t before = row.position == 0 ? 0 : row.path[row.position - 1];
    const float* from = state_of(place, row.position, before, layer);
    auto& state = layers_[static_cast<size_t>(layer)];
    if (index == 0) resize(state, count);
    std::copy_n(from, size, state.hidden.row(index));
    if (has_cells()) std::copy_n(from + size, size, state.cell.row(index));
  });

  const Activations* query = &layers_.back().hidden;
  if (weights_.options.attention == "additive") {
    query_.resize(count, size);
    weights_.query.multiply(team, query->all(), input_, query_);
    query = &query_;
  }
  input_rows_.resize(count, weights_.memory_size + embedding_size);
  for (int64_t index = 0; index < count; ++index) {
    const auto& row = rows[static_cast<size_t>(index)];
    attend(row, query->row(index), input_rows_.row(index));
    std::copy_n(weights_.target_embedding.row(row.previous), embedding_size,
                input_rows_.row(index) + weights_.memory_size);
  }

  const Activations* x = &input_rows_;
  input_gates_.resize(count, gates() * size);
  hidden_gates_.resize(count, gates() * size);
  for (size_t layer = 0; layer < layers_.size(); ++layer) {
    auto& state = layers_[layer];
    weights_.decoder[layer].input.multiply(team, x->all(), input_, input_gates_);
    weights_.decoder[layer].hidden.multiply(team, state.hidden.all(), input_, hidden_gates_);
    for (int64_t row = 0; row < count; ++row) {
      step_cell(input_gates_.row(row), hidden_gates_.row(row), row, state);
    }
    x = &state.hidden;
  }

  for_each_state(rows, [&](const StepRow& row, int64_t index, int64_t layer) {
    auto& place = places_[static_cast<size_t>(row.place)];
    float* to = state_of(place, row.position + 1, row.number, layer);
    const auto& state = layers_[static_cast<size_t>(layer)];
    std::copy_n(state.hidden.row(index), size, to);
    if (has_cells()) std::copy_n(state.cell.row(index), size, to + size);
  });
  return layers_.back().hidden.all();
}

}  // namespace regard::engine
