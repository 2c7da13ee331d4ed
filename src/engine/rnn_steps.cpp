#include "engine/rnn_steps.h"

#include <algorithm>
#include <utility>

namespace regard::engine {
namespace {

std::unique_ptr<SourceReader> reader_of(const RnnWeights& weights) {
  if (const auto* convolutional = std::get_if<ConvolutionalEncoderWeights>(&weights.encoder)) {
    return std::make_unique<ConvolutionalReader>(*convolutional, weights.cell);
  }
  return std::make_unique<RecurrentReader>(std::get<RecurrentEncoderWeights>(weights.encoder),
                                           weights.cell);
}

/// The product of `x`, in `room`, or `x` where there is no matrix.
const Activations& product(const std::optional<PackedMatrix>& matrix, const Activations& x,
                           Team& team, ProductInput& input, Activations& room) {
  if (!matrix) return x;
  room.resize(x.rows(), matrix->outputs());
  matrix->multiply(team, x.all(), input, room);
  return room;
}

}  // namespace

RnnSteps::RnnSteps(const RnnWeights& weights, int64_t places, int64_t numbers)
    : weights_(weights),
      numbers_(numbers),
      places_(static_cast<size_t>(places)),
      reader_(reader_of(weights)),
      layers_(weights.decoder.size()) {
  const auto size = static_cast<size_t>(2 * numbers * weights.cell.state_size()) * layers_.size();
  for (auto& place : places_) place.states.resize(size);
}

float* RnnSteps::state_of(Place& place, int64_t position, int64_t number, int64_t layer) {
  const auto layers = static_cast<int64_t>(layers_.size());
  return place.states.data() +
         ((position % 2 * numbers_ + number) * layers + layer) * weights_.cell.state_size();
}

void RnnSteps::read(std::span<const Source> sources, Team& team) {
  const SourceRows rows(sources);
  reader_->read(rows, team, encoded_);
  keep_memory(rows, team);
  start_decoder(rows);
}

void RnnSteps::keep_memory(const SourceRows& sources, Team& team) {
  if (!weights_.attention) return;
  const auto& attention = *weights_.attention;
  const auto& keys = product(attention.keys, encoded_.states, team, input_, keys_);
  const auto& values = product(attention.values, encoded_.states, team, input_, values_);
  const int64_t key_size = attention.heads.keys(), value_size = attention.heads.values();
  for (int64_t sentence = 0; sentence < sources.count(); ++sentence) {
    auto& place =
        places_[static_cast<size_t>(sources.sentences()[static_cast<size_t>(sentence)].place)];
    place.source_length = sources.length(sentence);
    place.memory.resize(static_cast<size_t>(place.source_length * (key_size + value_size)));
    float* to = place.memory.data();
    for (int64_t row = sources.first_row(sentence); row < sources.first_row(sentence + 1); ++row) {
      to = std::copy_n(keys.row(row), key_size, to);
      to = std::copy_n(values.row(row), value_size, to);
    }
  }
}

void RnnSteps::start_decoder(const SourceRows& sources) {
  const auto& cell = weights_.cell;
  for (int64_t sentence = 0; sentence < sources.count(); ++sentence) {
    auto& place =
        places_[static_cast<size_t>(sources.sentences()[static_cast<size_t>(sentence)].place)];
    for (size_t layer = 0; layer < layers_.size(); ++layer) {
      cell.take(encoded_.first[layer], sentence,
                state_of(place, 0, 0, static_cast<int64_t>(layer)));
    }
    if (weights_.attention) continue;
    const float* top = encoded_.first.back().hidden.row(sentence);
    place.memory.resize(static_cast<size_t>(cell.size()));
    std::copy_n(top, cell.size(), place.memory.data());
  }
}

void RnnSteps::load_states(std::span<const StepRow> rows) {
  for (size_t layer = 0; layer < layers_.size(); ++layer) {
    auto& states = layers_[layer];
    weights_.cell.resize(states, static_cast<int64_t>(rows.size()));
    for (size_t index = 0; index < rows.size(); ++index) {
      const auto& row = rows[index];
      auto& place = places_[static_cast<size_t>(row.place)];
      const int64_t before = row.position == 0 ? 0 : row.path[row.position - 1];
      weights_.cell.put(state_of(place, row.position, before, static_cast<int64_t>(layer)), states,
                        static_cast<int64_t>(index));
    }
  }
}

void RnnSteps::keep_states(std::span<const StepRow> rows) {
  for (size_t layer = 0; layer < layers_.size(); ++layer) {
    for (size_t index = 0; index < rows.size(); ++index) {
      const auto& row = rows[index];
      auto& place = places_[static_cast<size_t>(row.place)];
      weights_.cell.take(
          layers_[layer], static_cast<int64_t>(index),
          state_of(place, row.position + 1, row.number, static_cast<int64_t>(layer)));
    }
  }
}

void RnnSteps::attend(std::span<const StepRow> rows, Team& team) {
  const auto& attention = *weights_.attention;
  const auto& query = product(attention.query, layers_.back().hidden, team, input_, query_);
  auto& attended = attention.output ? attended_ : contexts_;
  attended.resize(static_cast<int64_t>(rows.size()), attention.heads.values());
  for (size_t index = 0; index < rows.size(); ++index) {
    const auto row = static_cast<int64_t>(index);
    attend(places_[static_cast<size_t>(rows[index].place)], query.row(row), attended.row(row));
  }
  product(attention.output, attended, team, input_, contexts_);
}

void RnnSteps::attend(const Place& place, const float* query, float* attended) {
  auto heads = weights_.attention->heads;
  if (!weights_.attention->score.empty()) heads.additive = weights_.attention->score.data();
  if (static_cast<int64_t>(scores_.size()) < place.source_length) {
    scores_.resize(static_cast<size_t>(place.source_length));
    keys_values_.resize(static_cast<size_t>(place.source_length));
  }
  for (int64_t position = 0; position < place.source_length; ++position) {
    keys_values_[static_cast<size_t>(position)] =
        place.memory.data() + position * (heads.keys() + heads.values());
  }
  kernels_.attend(query, keys_values_.data(), place.source_length, heads, scores_.data(), attended);
}

void RnnSteps::gather_inputs(std::span<const StepRow> rows, Team& team) {
  const int64_t context_size = weights_.context_size, embedding_size = weights_.embedding_size;
  const int64_t state_size = weights_.maxout ? weights_.cell.size() : 0;
  if (weights_.attention) attend(rows, team);
  inputs_.resize(static_cast<int64_t>(rows.size()), context_size + embedding_size + state_size);
  for (size_t index = 0; index < rows.size(); ++index) {
    const auto row = static_cast<int64_t>(index);
    const auto& place = places_[static_cast<size_t>(rows[index].place)];
    float* input = inputs_.row(row);
    std::copy_n(weights_.attention ? contexts_.row(row) : place.memory.data(), context_size,
                input + weights_.context_at);
    std::copy_n(weights_.target_embedding.row(rows[index].previous), embedding_size,
                input + weights_.embedding_at);
    std::copy_n(layers_.back().hidden.row(row), state_size, input + context_size + embedding_size);
  }
}

Rows<const float> RnnSteps::maxout(Team& team) {
  const int64_t size = weights_.maxout->outputs() / 2;
  read_out_.resize(inputs_.rows(), 2 * size);
  weights_.maxout->multiply(team, inputs_.all(), input_, read_out_);
  for (int64_t row = 0; row < read_out_.rows(); ++row) {
    float* halves = read_out_.row(row);
    for (int64_t i = 0; i < size; ++i) halves[i] = std::max(halves[i], halves[size + i]);
  }
  return read_out_.all();
}

Rows<const float> RnnSteps::step(std::span<const StepRow> rows, Team& team) {
  const auto& cell = weights_.cell;
  const auto count = static_cast<int64_t>(rows.size());
  load_states(rows);
  gather_inputs(rows, team);
  const Activations* x = &inputs_;
  input_gates_.resize(count, cell.gates_size());
  hidden_gates_.resize(count, cell.gates_size());
  for (size_t layer = 0; layer < layers_.size(); ++layer) {
    auto& states = layers_[layer];
    weights_.decoder[layer].input.multiply(team, x->all(), input_, input_gates_);
    weights_.decoder[layer].hidden.multiply(team, states.hidden.all(), input_, hidden_gates_);
    for (int64_t row = 0; row < count; ++row) {
      cell.step(input_gates_.row(row), hidden_gates_.row(row), states, row);
    }
    x = &states.hidden;
  }
  keep_states(rows);
  return weights_.maxout ? maxout(team) : layers_.back().hidden.all();
}

}  // namespace regard::engine
