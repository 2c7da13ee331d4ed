#include "engine/rnn_steps.h"

#include <algorithm>

namespace regard::engine {
namespace {

std::unique_ptr<SourceReader> reader_of(const RnnWeights& weights) {
  if (const auto* convolutional = std::get_if<ConvolutionalEncoderWeights>(&weights.encoder)) {
    return std::make_unique<ConvolutionalReader>(*convolutional, weights.cell);
  }
  return std::make_unique<RecurrentReader>(std::get<RecurrentEncoderWeights>(weights.encoder),
                                           weights.cell);
}

int64_t layers_of(const RnnWeights& weights) {
  return static_cast<int64_t>(weights.input.size()) + 1;
}

}  // namespace

RnnSteps::RnnSteps(const RnnWeights& weights, int64_t slots)
    : weights_(weights),
      kept_(slots, layers_of(weights), weights.cell.state_size()),
      reader_(reader_of(weights)),
      source_contexts_(weights.context->contexts(slots)),
      layers_(weights.input.size() + 1),
      stepper_(weights.cell) {}

int64_t RnnSteps::bytes_of(const RnnWeights& weights, const SentenceSize& sentence) {
  return static_cast<int64_t>(sizeof(float)) *
         (weights.context->kept_numbers(sentence.source) +
          KeptStates::numbers_of(layers_of(weights), weights.cell.state_size(), sentence.numbers));
}

void RnnSteps::leave(int64_t slot) {
  kept_.leave(slot);
  source_contexts_->leave(slot);
}

void RnnSteps::read(std::span<const Source> sources, Team& team) {
  for (const auto& source : sources) kept_.enter(source);
  const SourceRows rows(sources);
  reader_->read(rows, team, encoded_);
  source_contexts_->read(rows, encoded_, team);
  start_decoder(rows);
}

void RnnSteps::start_decoder(const SourceRows& sources) {
  for (int64_t sentence = 0; sentence < sources.count(); ++sentence) {
    for (size_t layer = 0; layer < layers_.size(); ++layer) {
      weights_.cell.take(encoded_.first[layer], sentence,
                         kept_.first(sources.sentence(sentence).slot, static_cast<int64_t>(layer)));
    }
  }
}

void RnnSteps::load_states(std::span<const StepRow> rows) {
  for (size_t layer = 0; layer < layers_.size(); ++layer) {
    auto& states = layers_[layer];
    weights_.cell.resize(states, static_cast<int64_t>(rows.size()));
    for (size_t index = 0; index < rows.size(); ++index) {
      weights_.cell.put(kept_.before(rows[index], static_cast<int64_t>(layer)), states,
                        static_cast<int64_t>(index));
    }
  }
}

void RnnSteps::keep_states(std::span<const StepRow> rows) {
  for (size_t layer = 0; layer < layers_.size(); ++layer) {
    for (size_t index = 0; index < rows.size(); ++index) {
      weights_.cell.take(layers_[layer], static_cast<int64_t>(index),
                         kept_.after(rows[index], static_cast<int64_t>(layer)));
    }
  }
}

FloatRows RnnSteps::queries() const {
  if (!weights_.projects_query) return layers_.back().hidden.all();
  auto projected = from_state_.all();
  projected.data += weights_.query_begins();
  return projected;
}

void RnnSteps::gather_inputs(std::span<const StepRow> rows, Team& team) {
  const auto count = static_cast<int64_t>(rows.size());
  embedded_.resize(count, weights_.embedding_size);
  for (int64_t row = 0; row < count; ++row) {
    const int64_t previous = rows[static_cast<size_t>(row)].previous;
    weights_.target_embedding.copy_row(previous, embedded_.row(row));
  }
  inputs_.resize(count, weights_.context_size());
  weights_.embedding.multiply(team, embedded_.all(), input_, inputs_,
                              {.residual = contexts_.row(0)});
}

FloatRows RnnSteps::maxout() {
  const int64_t size = weights_.maxout_size / 2;
  read_out_.resize(inputs_.rows(), size);
  for (int64_t row = 0; row < inputs_.rows(); ++row) {
    const float *one = inputs_.row(row) + weights_.cell.gates_size(),
                *other = from_state_.row(row) + weights_.cell.hidden_gates_size();
    float* larger = read_out_.row(row);
    for (int64_t i = 0; i < size; ++i) {
      larger[i] = std::max(one[i] + other[i], one[size + i] + other[size + i]);
    }
  }
  return read_out_.all();
}

FloatRows RnnSteps::step(std::span<const StepRow> rows, Team& team,
                         search::AttentionRows* attention) {
  const auto& cell = weights_.cell;
  const auto count = static_cast<int64_t>(rows.size());
  load_states(rows);
  from_state_.resize(count, weights_.state.outputs());
  weights_.state.multiply(team, layers_.back().hidden.all(), input_, from_state_);
  contexts_.resize(count, weights_.context_size());
  source_contexts_->gather(rows, queries(), team, contexts_, attention);
  gather_inputs(rows, team);
  const Activations *input = &inputs_, *hidden = &hidden_gates_;
  for (size_t layer = 0; layer < layers_.size(); ++layer) {
    auto& states = layers_[layer];
    if (layer > 0) {
      input_gates_.resize(count, cell.gates_size());
      weights_.input[layer - 1].multiply(team, layers_[layer - 1].hidden.all(), input_,
                                         input_gates_);
      input = &input_gates_;
    }
    if (&states == &layers_.back()) {
      hidden = &from_state_;
    } else {
      hidden_gates_.resize(count, cell.hidden_gates_size());
      weights_.hidden[layer].multiply(team, states.hidden.all(), input_, hidden_gates_);
    }
    stepper_.step([&](int64_t row) { return input->row(row); }, *hidden, weights_.candidate[layer],
                  states, team);
  }
  keep_states(rows);
  return weights_.maxout_size > 0 ? maxout() : layers_.back().hidden.all();
}

}  // namespace regard::engine
