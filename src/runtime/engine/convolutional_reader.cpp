#include "engine/convolutional_reader.h"

#include <algorithm>
#include <cmath>

#include "math/kernels.h"

namespace regard::engine {

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

// No state is the last one: each layer starts from tanh(W m + b) of the states' mean m.
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

}  // namespace regard::engine
