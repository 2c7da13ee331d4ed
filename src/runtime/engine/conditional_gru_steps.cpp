#include "engine/conditional_gru_steps.h"

#include <algorithm>

#include "math/kernels.h"

namespace regard::engine {

ConditionalGruSteps::ConditionalGruSteps(const ConditionalGruWeights& weights, int64_t slots)
    : weights_(weights),
      kept_(slots, weights.options.decoder_layers, weights.options.hidden_size),
      source_contexts_(weights.context.contexts(slots)),
      states_(static_cast<size_t>(weights.options.decoder_layers)) {}

int64_t ConditionalGruSteps::bytes_of(const ConditionalGruWeights& weights,
                                      const SentenceSize& sentence) {
  const auto& options = weights.options;
  return static_cast<int64_t>(sizeof(float)) *
         (weights.context.kept_numbers(sentence.source) +
          KeptStates::numbers_of(options.decoder_layers, options.hidden_size, sentence.numbers));
}

void ConditionalGruSteps::leave(int64_t slot) {
  kept_.leave(slot);
  source_contexts_->leave(slot);
}

void ConditionalGruSteps::read(std::span<const Source> sources, Team& team) {
  for (const auto& source : sources) kept_.enter(source);
  const SourceRows rows(sources);
  encoded_.states.resize(rows.rows(), 2 * weights_.options.hidden_size);
  read_stack(weights_.from_left, rows, false, team);
  read_stack(weights_.from_right, rows, true, team);
  source_contexts_->read(rows, encoded_, team);
  start_decoder(rows, team);
}

void ConditionalGruSteps::embed(const SourceRows& sources) {
  layer_input_.resize(sources.rows(), weights_.options.embedding_size);
  int64_t row = 0;
  for (const auto& sentence : sources.sentences()) {
    for (const int64_t token : sentence.tokens) {
      weights_.source_embedding.copy_row(token, layer_input_.row(row++));
    }
  }
}

void ConditionalGruSteps::read_stack(const std::vector<TransitionLayerWeights>& layers,
                                     const SourceRows& sources, bool from_right, Team& team) {
  const int64_t size = weights_.options.hidden_size;
  embed(sources);
  for (size_t layer = 0; layer < layers.size(); ++layer) {
    const bool turns = weights_.options.alternating && layer % 2 == 1;
    read_layer(layers[layer], sources, from_right != turns, team);
    if (weights_.options.residual && layer > 0) {
      for (int64_t row = 0; row < sources.rows(); ++row) {
        math::kernels().add_scaled(layer_input_.row(row), 1.0F, layer_states_.row(row), size);
      }
    }
    std::swap(layer_input_, layer_states_);
  }
  for (int64_t row = 0; row < sources.rows(); ++row) {
    std::copy_n(layer_input_.row(row), size, encoded_.states.row(row) + (from_right ? size : 0));
  }
}

void ConditionalGruSteps::read_layer(const TransitionLayerWeights& cells, const SourceRows& sources,
                                     bool backward, Team& team) {
  const int64_t size = weights_.options.hidden_size;
  cells.front().input.multiply(team, layer_input_.all(), input_, gates_);
  layer_states_.resize(sources.rows(), size);
  running_.resize(sources.count(), size);
  for (int64_t row = 0; row < sources.count(); ++row) std::fill_n(running_.row(row), size, 0.0F);
  int64_t active = sources.count();
  for (int64_t step = 0;; ++step) {
    while (active > 0 && sources.length(active - 1) <= step) --active;
    if (active == 0) break;
    const auto row_of = [&](int64_t sentence) {
      return sources.first_row(sentence) + (backward ? sources.length(sentence) - 1 - step : step);
    };
    stepper_.step(
        cells.front(), [&](int64_t sentence) { return gates_.row(row_of(sentence)); }, active,
        running_, team);
    stepper_.step_through(cells, 1, active, running_, team);
    for (int64_t sentence = 0; sentence < active; ++sentence) {
      std::copy_n(running_.row(sentence), size, layer_states_.row(row_of(sentence)));
    }
  }
}

void ConditionalGruSteps::start_decoder(const SourceRows& sources, Team& team) {
  const int64_t size = weights_.options.hidden_size;
  means_.resize(sources.count(), 2 * size);
  for (int64_t sentence = 0; sentence < sources.count(); ++sentence) {
    float* mean = means_.row(sentence);
    std::fill_n(mean, 2 * size, 0.0F);
    const float share = 1.0F / static_cast<float>(sources.length(sentence));
    for (int64_t row = sources.first_row(sentence); row < sources.first_row(sentence + 1); ++row) {
      math::kernels().add_scaled(encoded_.states.row(row), share, mean, 2 * size);
    }
  }
  weights_.first.multiply(team, means_.all(), input_, first_);
  for (int64_t sentence = 0; sentence < sources.count(); ++sentence) {
    for (int64_t layer = 0; layer < weights_.options.decoder_layers; ++layer) {
      math::kernels().tangent(first_.row(sentence), size,
                              kept_.first(sources.sentence(sentence).slot, layer));
    }
  }
}

void ConditionalGruSteps::load_states(std::span<const StepRow> rows) {
  const int64_t size = weights_.options.hidden_size;
  for (size_t layer = 0; layer < states_.size(); ++layer) {
    states_[layer].resize(static_cast<int64_t>(rows.size()), size);
    for (size_t row = 0; row < rows.size(); ++row) {
      std::copy_n(kept_.before(rows[row], static_cast<int64_t>(layer)), size,
                  states_[layer].row(static_cast<int64_t>(row)));
    }
  }
}

void ConditionalGruSteps::keep_states(std::span<const StepRow> rows) {
  for (size_t layer = 0; layer < states_.size(); ++layer) {
    for (size_t row = 0; row < rows.size(); ++row) {
      std::copy_n(states_[layer].row(static_cast<int64_t>(row)), weights_.options.hidden_size,
                  kept_.after(rows[row], static_cast<int64_t>(layer)));
    }
  }
}

void ConditionalGruSteps::attend(std::span<const StepRow> rows, Team& team,
                                 search::AttentionRows* attention) {
  const auto count = static_cast<int64_t>(rows.size());
  embedded_.resize(count, weights_.options.embedding_size);
  for (int64_t row = 0; row < count; ++row) {
    weights_.target_embedding.copy_row(rows[static_cast<size_t>(row)].previous, embedded_.row(row));
  }
  const auto& cells = weights_.cells;
  cells[0].input.multiply(team, embedded_.all(), input_, gates_);
  stepper_.step(
      cells[0], [&](int64_t row) { return gates_.row(row); }, count, states_[0], team);
  weights_.query.multiply(team, states_[0].all(), input_, queries_);
  source_contexts_->gather(rows, queries_.all(), team, contexts_, attention);
  for (int64_t row = 0; row < count; ++row) {
    weights_.context_gates.apply(contexts_.row(row));
    weights_.context_readout.apply(contexts_.row(row) + 3 * weights_.options.hidden_size);
  }
}

void ConditionalGruSteps::climb(int64_t count, Team& team) {
  const int64_t size = weights_.options.hidden_size;
  top_.resize(count, size);
  const auto keep = [&](const Activations& states, bool adds) {
    for (int64_t row = 0; row < count; ++row) {
      if (adds) {
        math::kernels().add_scaled(states.row(row), 1.0F, top_.row(row), size);
      } else {
        std::copy_n(states.row(row), size, top_.row(row));
      }
    }
  };
  keep(states_[0], false);
  for (size_t layer = 0; layer < weights_.upper.size(); ++layer) {
    const auto& cells = weights_.upper[layer];
    auto& states = states_[layer + 1];
    cells.front().input.multiply(team, top_.all(), input_, gates_);
    stepper_.step(
        cells.front(), [&](int64_t row) { return gates_.row(row); }, count, states, team);
    stepper_.step_through(cells, 1, count, states, team);
    keep(states, weights_.options.residual);
  }
}

FloatRows ConditionalGruSteps::readout(int64_t count, Team& team) {
  const int64_t size = weights_.options.embedding_size;
  weights_.token_readout.multiply(team, embedded_.all(), input_, from_token_);
  weights_.state_readout.multiply(team, top_.all(), input_, from_state_);
  for (int64_t row = 0; row < count; ++row) {
    float* sum = from_token_.row(row);
    const float *state = from_state_.row(row),
                *context = contexts_.row(row) + 3 * weights_.options.hidden_size;
    for (int64_t i = 0; i < size; ++i) sum[i] += state[i] + context[i];
    math::kernels().tangent(sum, size, sum);
  }
  return from_token_.all();
}

FloatRows ConditionalGruSteps::step(std::span<const StepRow> rows, Team& team,
                                    search::AttentionRows* attention) {
  const auto count = static_cast<int64_t>(rows.size());
  load_states(rows);
  attend(rows, team, attention);
  const auto& cells = weights_.cells;
  stepper_.step(
      cells[1], [&](int64_t row) { return contexts_.row(row); }, count, states_[0], team);
  stepper_.step_through(cells, 2, count, states_[0], team);
  climb(count, team);
  keep_states(rows);
  return readout(count, team);
}

}  // namespace regard::engine
