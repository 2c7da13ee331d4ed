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

size_t size_of_states(const RnnWeights& weights, int64_t numbers) {
  const auto layers = static_cast<int64_t>(weights.input.size()) + 1;
  return static_cast<size_t>(2 * numbers * weights.cell.state_size() * layers);
}

}  // namespace

RnnSteps::RnnSteps(const RnnWeights& weights, int64_t slots)
    : weights_(weights),
      slots_(static_cast<size_t>(slots)),
      reader_(reader_of(weights)),
      source_contexts_(weights.context->contexts(slots)),
      layers_(weights.input.size() + 1),
      stepper_(weights.cell) {}

int64_t RnnSteps::bytes_of(const RnnWeights& weights, const SentenceSize& sentence) {
  return static_cast<int64_t>(sizeof(float)) *
         (weights.context->kept_numbers(sentence.source) +
          static_cast<int64_t>(size_of_states(weights, sentence.numbers)));
}

void RnnSteps::leave(int64_t slot) {
  auto& left = slots_[static_cast<size_t>(slot)];
  if (left.states.capacity() > kFloatsKept) left.states = {};
  source_contexts_->leave(slot);
}

float* RnnSteps::state_of(Slot& slot, int64_t position, int64_t number, int64_t layer) {
  const auto layers = static_cast<int64_t>(layers_.size());
  return slot.states.data() +
         ((position % 2 * slot.numbers + number) * layers + layer) * weights_.cell.state_size();
}

void RnnSteps::read(std::span<const Source> sources, Team& team) {
  for (const auto& source : sources) {
    auto& slot = place_of(source);
    slot.numbers = source.numbers;
    slot.states.resize(size_of_states(weights_, source.numbers));
  }
  const SourceRows rows(sources);
  reader_->read(rows, team, encoded_);
  source_contexts_->read(rows, encoded_, team);
  start_decoder(rows);
}

void RnnSteps::start_decoder(const SourceRows& sources) {
  for (int64_t sentence = 0; sentence < sources.count(); ++sentence) {
    auto& slot = place_of(sources.sentence(sentence));
    for (size_t layer = 0; layer < layers_.size(); ++layer) {
      weights_.cell.take(encoded_.first[layer], sentence,
                         state_of(slot, 0, 0, static_cast<int64_t>(layer)));
    }
  }
}

void RnnSteps::load_states(std::span<const StepRow> rows) {
  for (size_t layer = 0; layer < layers_.size(); ++layer) {
    auto& states = layers_[layer];
    weights_.cell.resize(states, static_cast<int64_t>(rows.size()));
    for (size_t index = 0; index < rows.size(); ++index) {
      const auto& row = rows[index];
      auto& slot = place_of(row);
      const int64_t before = row.position == 0 ? 0 : row.path[row.position - 1];
      weights_.cell.put(state_of(slot, row.position, before, static_cast<int64_t>(layer)), states,
                        static_cast<int64_t>(index));
    }
  }
}

void RnnSteps::keep_states(std::span<const StepRow> rows) {
  for (size_t layer = 0; layer < layers_.size(); ++layer) {
    for (size_t index = 0; index < rows.size(); ++index) {
      const auto& row = rows[index];
      auto& slot = place_of(row);
      weights_.cell.take(layers_[layer], static_cast<int64_t>(index),
                         state_of(slot, row.position + 1, row.number, static_cast<int64_t>(layer)));
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
