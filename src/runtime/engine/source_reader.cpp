#include "engine/source_reader.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "math/kernels.h"

namespace regard::engine {

SourceRows::SourceRows(std::span<const Source> sources)
    : sentences_(sources.begin(), sources.end()), first_rows_{0} {
  std::ranges::stable_sort(sentences_, [](const Source& a, const Source& b) {
    return a.tokens.size() > b.tokens.size();
  });
  for (const auto& sentence : sentences_) {
    first_rows_.push_back(rows() + static_cast<int64_t>(sentence.tokens.size()));
  }
}

ConvolutionalReader::ConvolutionalReader(const ConvolutionalEncoderWeights& weights,
                                         const RecurrentCell& cell)
    : weights_(weights), cell_(cell) {}

void ConvolutionalReader::read(const SourceRows& sources, Team& team, Encoded& encoded) {
  const int64_t size = cell_.size();
  auto& states = encoded.states;
  embed(sources);
  states.resize(sources.rows(), size);
  weights_.projection.multiply(team, embedded_.all(), input_, states);
  windows_.resize(sources.rows(), weights_.kernel * size);
  gated_.resize(sources.rows(), 2 * size);
  for (const auto& convolution : weights_.convolutions) {
    cut_windows(sources, states);
    convolution.multiply(team, windows_.all(), input_, gated_);
    for (int64_t row = 0; row < sources.rows(); ++row) {
      math::kernels().add_gated(gated_.row(row), gated_.row(row) + size, std::sqrt(0.5F), size,
                                states.row(row));
    }
  }
  start_decoder(sources, team, encoded);
}

void ConvolutionalReader::embed(const SourceRows& sources) {
  const int64_t size = weights_.embedding_size;
  const auto positions = weights_.positions->at_least(sources.length(0));
  const float scale = std::sqrt(static_cast<float>(size));
  embedded_.resize(sources.rows(), size);
  int64_t row = 0;
  for (const auto& sentence : sources.sentences()) {
    const float* position = positions->data();
    for (const int64_t token : sentence.tokens) {
      float* embedded = embedded_.row(row++);
      weights_.embedding.copy_row(token, embedded);
      math::kernels().scale_add(embedded, scale, position, size, embedded);
      position += size;
    }
  }
}

void ConvolutionalReader::cut_windows(const SourceRows& sources, const Activations& states) {
  const int64_t size = cell_.size(), reach = weights_.kernel / 2;
  for (int64_t sentence = 0; sentence < sources.count(); ++sentence) {
    const int64_t first = sources.first_row(sentence), end = sources.first_row(sentence + 1);
    for (int64_t row = first; row < end; ++row) {
      float* to = windows_.row(row);
      for (int64_t seen = row - reach; seen <= row + reach; ++seen) {
        const bool is_there = seen >= first && seen < end;
        to = is_there ? std::copy_n(states.row(seen), size, to) : std::fill_n(to, size, 0.0F);
      }
    }
  }
}

// A convolutional encoder has no last state, so each layer starts from tanh(W m + b), with the mean
// m of the states.
void ConvolutionalReader::start_decoder(const SourceRows& sources, Team& team, Encoded& encoded) {
  const int64_t size = cell_.size(), count = sources.count();
  means_.resize(count, size);
  for (int64_t sentence = 0; sentence < count; ++sentence) {
    float* mean = means_.row(sentence);
    std::fill_n(mean, size, 0.0F);
    const auto length = static_cast<float>(sources.length(sentence));
    for (int64_t row = sources.first_row(sentence); row < sources.first_row(sentence + 1); ++row) {
      const float* state = encoded.states.row(row);
      for (int64_t i = 0; i < size; ++i) mean[i] += state[i];
    }
    for (int64_t i = 0; i < size; ++i) mean[i] /= length;
  }
  first_.resize(count, weights_.start.outputs());
  weights_.start.multiply(team, means_.all(), input_, first_);
  const int64_t layers = weights_.start.outputs() / cell_.state_size();
  encoded.first.resize(static_cast<size_t>(layers));
  for (int64_t layer = 0; layer < layers; ++layer) {
    auto& first = encoded.first[static_cast<size_t>(layer)];
    cell_.resize(first, count);
    for (int64_t row = 0; row < count; ++row) {
      const auto tangent = [&](int64_t number, Activations& to) {
        math::kernels().tangent(first_.row(row) + number * size, size, to.row(row));
      };
      tangent(layer, first.hidden);
      if (cell_.has_cells()) tangent(layers + layer, first.cell);
    }
  }
}

RecurrentReader::RecurrentReader(const RecurrentEncoderWeights& weights, const RecurrentCell& cell)
    : weights_(weights), cell_(cell), stepper_(cell), last_(weights.layers.size()) {}

void RecurrentReader::read(const SourceRows& sources, Team& team, Encoded& encoded) {
  Activations& x = encoded.states;
  x.resize(sources.rows(), weights_.embedding_size);
  int64_t row = 0;
  for (const auto& sentence : sources.sentences()) {
    for (const int64_t token : sentence.tokens) {
      weights_.embedding.copy_row(token, x.row(row++));
    }
  }
  const size_t directions = weights_.bidirectional ? 2 : 1;
  for (size_t layer = 0; layer < weights_.layers.size(); layer += directions) {
    states_.resize(sources.rows(), static_cast<int64_t>(directions) * cell_.size());
    for (size_t direction = 0; direction < directions; ++direction) {
      read_layer(layer + direction, sources, x, direction == 1, team);
    }
    std::swap(x, states_);
  }
  if (weights_.bidirectional) {
    build_bridge(sources.count(), team, encoded.first);
  } else {
    std::swap(encoded.first, last_);
    last_.resize(weights_.layers.size());
  }
}

void RecurrentReader::read_layer(size_t number, const SourceRows& sources, const Activations& x,
                                 bool backward, Team& team) {
  const auto& layer = weights_.layers[number];
  const int64_t size = cell_.size();
  input_gates_.resize(x.rows(), cell_.gates_size());
  layer.input.multiply(team, x.all(), input_, input_gates_);
  RecurrentStates& state = last_[number];
  cell_.resize(state, sources.count());
  for (int64_t sentence = 0; sentence < sources.count(); ++sentence) {
    std::fill_n(state.hidden.row(sentence), size, 0.0F);
    if (cell_.has_cells()) std::fill_n(state.cell.row(sentence), size, 0.0F);
  }
  int64_t active = sources.count();
  for (int64_t step = 0;; ++step) {
    while (active > 0 && sources.length(active - 1) <= step) --active;
    if (active == 0) break;
    auto rows = state.hidden.all();
    rows.count = active;
    hidden_gates_.resize(active, cell_.hidden_gates_size());
    layer.hidden.multiply(team, rows, input_, hidden_gates_);
    const auto row_of = [&](int64_t sentence) {
      return sources.first_row(sentence) + (backward ? sources.length(sentence) - 1 - step : step);
    };
    stepper_.step([&](int64_t sentence) { return input_gates_.row(row_of(sentence)); },
                  hidden_gates_, layer.candidate, state, team);
    for (int64_t sentence = 0; sentence < active; ++sentence) {
      std::copy_n(state.hidden.row(sentence), size,
                  states_.row(row_of(sentence)) + (backward ? size : 0));
    }
  }
}

void RecurrentReader::build_bridge(int64_t sentences, Team& team,
                                   std::vector<RecurrentStates>& first) {
  first.resize(weights_.hidden_bridge.size());
  for (size_t layer = 0; layer < first.size(); ++layer) {
    const auto &forward = last_[2 * layer], &backward = last_[2 * layer + 1];
    cell_.resize(first[layer], sentences);
    cross(weights_.hidden_bridge[layer], forward.hidden, backward.hidden, sentences, team,
          first[layer].hidden);
    if (cell_.has_cells()) {
      cross(weights_.cell_bridge[layer], forward.cell, backward.cell, sentences, team,
            first[layer].cell);
    }
  }
}

void RecurrentReader::cross(const PackedMatrix& bridge, const Activations& forward,
                            const Activations& backward, int64_t sentences, Team& team,
                            Activations& first) {
  const int64_t size = cell_.size();
  both_.resize(sentences, 2 * size);
  for (int64_t row = 0; row < sentences; ++row) {
    std::copy_n(backward.row(row), size, std::copy_n(forward.row(row), size, both_.row(row)));
  }
  bridge.multiply(team, both_.all(), input_, first);
  for (int64_t row = 0; row < sentences; ++row) {
    math::kernels().tangent(first.row(row), size, first.row(row));
  }
}

}  // namespace regard::engine
