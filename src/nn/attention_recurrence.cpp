#include "regard/nn/attention_recurrence.h"

#include <ATen/Parallel.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "dropout_mask.h"
#include "layer_steps.h"
#include "math/kernels.h"
#include "product.h"

namespace regard::nn {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

// The attention of all steps: scores, softmax, dropout and context of one sentence at a time.
class Attention {
 public:
  Attention(const AttentionRecurrenceMemory& memory, const torch::Tensor& score, DropoutMask mask,
            torch::Tensor weights)
      : keys_(memory.keys.contiguous()),
        values_(memory.values.contiguous()),
        allowed_(memory.mask.defined() ? memory.mask.contiguous() : memory.mask),
        score_(score.contiguous()),
        dropout_(mask),
        weights_(std::move(weights)) {}

  // query (batch, hidden) -> context (batch, value_size); the weights are kept.
  void forward(int64_t step, const torch::Tensor& query, const torch::Tensor& context) {
    each_sentence([&](int64_t sentence, std::vector<float>& dropped) {
      const float* query_row = row(query, sentence);
      float* weights = row_of_step(weights_, step, sentence);
      float most = -INFINITY;
      for (int64_t key = 0; key < source(); ++key) {
        if (!allowed(sentence, key)) continue;
        weights[key] = math::additive_score(query_row, key_of(keys_, sentence, key),
                                            score_.const_data_ptr<float>(), hidden());
        most = std::max(most, weights[key]);
      }
      float sum = 0.0f;
      for (int64_t key = 0; key < source(); ++key) {
        weights[key] = allowed(sentence, key) ? std::exp(weights[key] - most) : 0.0f;
        sum += weights[key];
      }
      for (int64_t key = 0; key < source(); ++key) weights[key] /= sum;
      const float* factors = drop(step, sentence, weights, dropped);
      float* context_row = row(context, sentence);
      std::fill_n(context_row, values_.size(2), 0.0f);
      for (int64_t key = 0; key < source(); ++key) {
        if (factors[key] == 0.0f) continue;
        math::add_scaled(key_of(values_, sentence, key), factors[key], context_row,
                         values_.size(2));
      }
    });
  }

  // `of_weights` (steps, batch, source): the gradient that the weights have got from outside;
  // undefined: none.
  void begin_backward(const torch::Tensor& of_weights) {
    if (of_weights.defined()) weights_gradient_ = of_weights.contiguous();
    keys_gradient_ = torch::zeros_like(keys_);
    values_gradient_ = torch::zeros_like(values_);
    score_gradient_ = torch::zeros({keys_.size(0), hidden()}, keys_.options());
  }

  // query and the gradient of the context -> gradient of the query; adds to those of keys, values
  // and w_v.
  void backward(int64_t step, const torch::Tensor& query, const torch::Tensor& context_gradient,
                const torch::Tensor& query_gradient) {
    each_sentence([&](int64_t sentence, std::vector<float>& dropped) {
      const float* of_context = row(context_gradient, sentence);
      const float* weights = row_of_step(weights_, step, sentence);
      std::vector<float> of_weights(source(), 0.0f);
      if (weights_gradient_.defined()) {
        const float* given = row_of_step(weights_gradient_, step, sentence);
        of_weights.assign(given, given + source());
      }
      const float* factors = drop(step, sentence, weights, dropped);
      for (int64_t key = 0; key < source(); ++key) {
        if (factors[key] == 0.0f) continue;
        // what dropout does to a weight, it does to its gradient
        of_weights[key] += factors[key] / weights[key] *
                           math::dot(of_context, key_of(values_, sentence, key), values_.size(2));
        math::add_scaled(of_context, factors[key], key_of(values_gradient_, sentence, key),
                         values_.size(2));
      }
      float mean = 0.0f;
      for (int64_t key = 0; key < source(); ++key) mean += weights[key] * of_weights[key];
      float* of_query = row(query_gradient, sentence);
      std::fill_n(of_query, hidden(), 0.0f);
      for (int64_t key = 0; key < source(); ++key) {
        const float of_score = weights[key] * (of_weights[key] - mean);
        if (of_score == 0.0f) continue;
        math::additive_score_backward(of_score, row(query, sentence), key_of(keys_, sentence, key),
                                      score_.const_data_ptr<float>(), of_query,
                                      key_of(keys_gradient_, sentence, key),
                                      row(score_gradient_, sentence), hidden());
      }
    });
  }

  const torch::Tensor& keys_gradient() const { return keys_gradient_; }
  const torch::Tensor& values_gradient() const { return values_gradient_; }
  torch::Tensor score_gradient() const { return score_gradient_.sum(0); }

 private:
  int64_t source() const { return keys_.size(1); }
  int64_t hidden() const { return keys_.size(2); }

  // Of a (batch, size) tensor.
  static float* row(const torch::Tensor& tensor, int64_t index) {
    return tensor.mutable_data_ptr<float>() + index * tensor.size(1);
  }
  static float* key_of(const torch::Tensor& tensor, int64_t sentence, int64_t key) {
    return tensor.mutable_data_ptr<float>() + (sentence * tensor.size(1) + key) * tensor.size(2);
  }
  // Of a (steps, batch, size) tensor.
  static float* row_of_step(const torch::Tensor& tensor, int64_t step, int64_t sentence) {
    return tensor.mutable_data_ptr<float>() + (step * tensor.size(1) + sentence) * tensor.size(2);
  }
  bool allowed(int64_t sentence, int64_t key) const {
    return !allowed_.defined() || allowed_.const_data_ptr<bool>()[sentence * source() + key];
  }

  // The weights after dropout.
  const float* drop(int64_t step, int64_t sentence, const float* weights,
                    std::vector<float>& dropped) const {
    if (!dropout_.active()) return weights;
    dropped.resize(source());
    dropout_.apply(weights, dropped.data(), source(), step * keys_.size(0) + sentence);
    return dropped.data();
  }

  template <class Each>
  void each_sentence(const Each& each) const {
    const int64_t work = std::max<int64_t>(1, source() * hidden());
    at::parallel_for(0, keys_.size(0), std::max<int64_t>(1, 16384 / work),
                     [&](int64_t begin, int64_t end) {
                       std::vector<float> dropped;
                       for (int64_t sentence = begin; sentence < end; ++sentence)
                         each(sentence, dropped);
                     });
  }

  torch::Tensor keys_, values_, allowed_, score_;
  DropoutMask dropout_;
  torch::Tensor weights_;  // (steps, batch, source), before dropout
  torch::Tensor weights_gradient_, keys_gradient_, values_gradient_;
  torch::Tensor score_gradient_;  // a row for each sentence
};

// Dropout between layers: each row of each step is a block.
class LayerDropout {
 public:
  LayerDropout(DropoutMask mask, int64_t layer) : mask_(mask) {
    mask_.seed += static_cast<uint64_t>(layer) << 40;
  }
  // (batch, size) -> output, likewise
  void apply(int64_t step, const torch::Tensor& input, const torch::Tensor& output) const {
    if (!mask_.active()) {
      output.copy_(input);
      return;
    }
    const int64_t batch = input.size(0), size = input.size(1);
    const float* from = input.const_data_ptr<float>();
    float* to = output.mutable_data_ptr<float>();
    at::parallel_for(0, batch, std::max<int64_t>(1, 32768 / size), [&](int64_t begin, int64_t end) {
      for (int64_t row = begin; row < end; ++row)
        mask_.apply(from + row * size, to + row * size, size, step * batch + row);
    });
  }

 private:
  DropoutMask mask_;
};

// The order of the tensors that the autograd function takes in, and of those that it gives.
struct Slots {
  explicit Slots(size_t layers, bool has_cells) : layers(layers), has_cells(has_cells) {}

  enum Fixed { embedding_gates, context_weight, query_weight, score_weight, keys, values, fixed };
  size_t hidden_weight(size_t layer) const { return fixed + 2 * layer; }
  size_t hidden_bias(size_t layer) const { return hidden_weight(layer) + 1; }
  size_t input_weight(size_t layer) const { return fixed + 2 * layers + 2 * (layer - 1); }
  size_t input_bias(size_t layer) const { return input_weight(layer) + 1; }
  size_t hidden(size_t layer) const { return fixed + 4 * layers - 2 + layer; }
  size_t cell(size_t layer) const { return hidden(layers) + layer; }
  enum Output { contexts, weights, first_states };
  size_t states(size_t layer) const { return first_states + layer; }
  size_t cells(size_t layer) const { return states(layers) + layer; }
  size_t count() const { return has_cells ? cell(layers) : hidden(layers); }

  CellState initial(const variable_list& tensors, size_t layer) const {
    return {tensors[hidden(layer)], has_cells ? tensors[cell(layer)] : torch::Tensor()};
  }

  size_t layers;
  bool has_cells;
};

// What the way back needs beside the inputs.
struct Tape : torch::CustomClassHolder {
  std::vector<LayerTape> layers;
  std::vector<torch::Tensor> inputs;  // of each layer but the first, after dropout
  torch::Tensor queries;              // (steps, batch, hidden)
  torch::Tensor mask;
  DropoutMask attention_dropout, layer_dropout;
  Cell cell = Cell::gru;
};
using TapePointer = c10::intrusive_ptr<Tape>;

// (steps, batch, size) -> (steps * batch, size)
torch::Tensor flat(const torch::Tensor& steps) { return steps.flatten(0, 1); }

// Outputs: contexts, attention weights, the states of each layer, the cells of each layer.
class Recurrence : public torch::autograd::Function<Recurrence> {
 public:
  static variable_list forward(AutogradContext* context, at::TensorList tensors,
                               const TapePointer& tape) {
    const bool has_cells = tape->cell == Cell::lstm;
    const size_t layers = tape->layers.size();
    const Slots slots(layers, has_cells);
    const auto gates = tensors[Slots::embedding_gates].contiguous();
    const int64_t steps = gates.size(0), batch = gates.size(1);
    const auto& like = gates.options();
    const int64_t hidden = tensors[Slots::keys].size(2), source = tensors[Slots::keys].size(1);
    tape->queries = torch::empty({steps, batch, hidden}, like);
    variable_list outputs{torch::empty({steps, batch, tensors[Slots::values].size(2)}, like),
                          torch::empty({steps, batch, source}, like)};

    const variable_list inputs(tensors.begin(), tensors.end());
    Attention attention({inputs[Slots::keys], inputs[Slots::values], tape->mask},
                        inputs[Slots::score_weight], tape->attention_dropout,
                        outputs[Slots::weights]);
    std::vector<LayerForward> stack;
    std::vector<torch::Tensor> turned;  // W_ih of each layer but the first
    std::vector<LayerDropout> dropouts;
    for (size_t layer = 0; layer < layers; ++layer) {
      stack.emplace_back(tape->cell, inputs[slots.hidden_weight(layer)],
                         inputs[slots.hidden_bias(layer)], slots.initial(inputs, layer), steps);
      if (layer == 0) continue;
      turned.push_back(rounded(inputs[slots.input_weight(layer)]).t());
      dropouts.emplace_back(tape->layer_dropout, static_cast<int64_t>(layer));
      tape->inputs.push_back(
          torch::empty({steps, batch, inputs[slots.input_weight(layer)].size(1)}, like));
    }
    // columns of W_ih: copied once, not at every step
    const auto context_weight = rounded(inputs[Slots::context_weight].contiguous()).t(),
               query_weight = rounded(inputs[Slots::query_weight]).t();
    auto input_gates = torch::empty({batch, gates.size(2)}, like);
    for (int64_t step = 0; step < steps; ++step) {
      auto query = tape->queries.select(0, step),
           attended = outputs[Slots::contexts].select(0, step);
      multiply(stack.back().state_before(step), query_weight, query);
      attention.forward(step, query, attended);
      input_gates.copy_(gates.select(0, step));
      multiply_add(attended, context_weight, input_gates);
      stack[0].step(step, input_gates);
      for (size_t layer = 1; layer < layers; ++layer) {
        auto input = tape->inputs[layer - 1].select(0, step);
        dropouts[layer - 1].apply(step, stack[layer - 1].state_before(step + 1), input);
        input_gates.copy_(inputs[slots.input_bias(layer)].expand_as(input_gates));
        multiply_add(input, turned[layer - 1], input_gates);
        stack[layer].step(step, input_gates);
      }
    }
    for (size_t layer = 0; layer < layers; ++layer) {
      tape->layers[layer] = stack[layer].tape();
      outputs.push_back(tape->layers[layer].states);
    }
    for (size_t layer = 0; layer < layers && has_cells; ++layer)
      outputs.push_back(tape->layers[layer].cells);
    // Autograd keeps the outputs and knows that they are this node's own. The tape must not hold
    // them: they would hold the tape, and neither would ever be freed.
    variable_list kept = inputs;
    kept.insert(kept.end(), outputs.begin(), outputs.end());
    context->save_for_backward(kept);
    for (auto& layer : tape->layers) {
      layer.states.reset();
      layer.cells.reset();
    }
    context->saved_data["tape"] = torch::IValue::make_capsule(tape);
    context->set_materialize_grads(false);
    return outputs;
  }

  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    auto tape = c10::static_intrusive_pointer_cast<Tape>(context->saved_data["tape"].toCapsule());
    const auto kept = context->get_saved_variables();
    const bool has_cells = tape->cell == Cell::lstm;
    const size_t layers = tape->layers.size();
    const Slots slots(layers, has_cells);
    const variable_list inputs(kept.begin(), kept.begin() + static_cast<int64_t>(slots.count()));
    const torch::Tensor* outputs = &kept[slots.count()];
    const auto& contexts = outputs[Slots::contexts];
    const int64_t steps = contexts.size(0);

    Attention attention({inputs[Slots::keys], inputs[Slots::values], tape->mask},
                        inputs[Slots::score_weight], tape->attention_dropout,
                        outputs[Slots::weights]);
    attention.begin_backward(gradients[Slots::weights]);
    std::vector<LayerBackward> stack;
    std::vector<LayerDropout> dropouts;
    for (size_t layer = 0; layer < layers; ++layer) {
      LayerTape layer_tape = tape->layers[layer];
      layer_tape.states = outputs[slots.states(layer)];
      if (has_cells) layer_tape.cells = outputs[slots.cells(layer)];
      stack.emplace_back(tape->cell, inputs[slots.hidden_weight(layer)],
                         slots.initial(inputs, layer), layer_tape, gradients[slots.states(layer)],
                         has_cells ? gradients[slots.cells(layer)] : torch::Tensor());
      if (layer > 0) dropouts.emplace_back(tape->layer_dropout, static_cast<int64_t>(layer));
    }
    const auto top = layers - 1;
    const auto context_weight = rounded(inputs[Slots::context_weight].contiguous()),
               query_weight = rounded(inputs[Slots::query_weight]);
    std::vector<torch::Tensor> input_weights;  // of each layer but the first
    for (size_t layer = 1; layer < layers; ++layer)
      input_weights.push_back(rounded(inputs[slots.input_weight(layer)]));
    auto queries_gradient = torch::empty_like(tape->queries);
    auto context_gradient = torch::empty_like(contexts.select(0, 0));
    auto below = torch::empty_like(inputs[slots.hidden(0)]), dropped = torch::empty_like(below);
    for (int64_t step = steps - 1; step >= 0; --step) {
      for (size_t layer = top; layer > 0; --layer) {
        stack[layer].step(step);
        multiply(stack[layer].input_gates().select(0, step), input_weights[layer - 1], below);
        dropouts[layer - 1].apply(step, below, dropped);
        stack[layer - 1].state_gradient().add_(dropped);
      }
      stack[0].step(step);
      multiply(stack[0].input_gates().select(0, step), context_weight, context_gradient);
      if (gradients[Slots::contexts].defined())
        context_gradient.add_(gradients[Slots::contexts].select(0, step));
      auto query_gradient = queries_gradient.select(0, step);
      attention.backward(step, tape->queries.select(0, step), context_gradient, query_gradient);
      multiply_add(query_gradient, query_weight, stack[top].state_gradient());
    }

    variable_list result(slots.count() + 1);
    result[Slots::embedding_gates] = stack[0].input_gates();
    result[Slots::context_weight] = product(flat(stack[0].input_gates()).t(), flat(contexts));
    const auto& top_states = outputs[slots.states(top)];
    const auto& first = inputs[slots.hidden(top)];
    auto& of_query = result[Slots::query_weight];
    of_query = product(queries_gradient.select(0, 0).t(), first);
    if (steps > 1) {
      multiply_add(flat(queries_gradient.narrow(0, 1, steps - 1)).t(),
                   flat(top_states.narrow(0, 0, steps - 1)), of_query);
    }
    result[Slots::score_weight] = attention.score_gradient();
    result[Slots::keys] = attention.keys_gradient();
    result[Slots::values] = attention.values_gradient();
    for (size_t layer = 0; layer < layers; ++layer) {
      result[slots.hidden_weight(layer)] = stack[layer].hidden_weight();
      result[slots.hidden_bias(layer)] = stack[layer].hidden_bias();
      result[slots.hidden(layer)] = stack[layer].initial().hidden;
      if (has_cells) result[slots.cell(layer)] = stack[layer].initial().cell;
      if (layer == 0) continue;
      const auto input_gates = flat(stack[layer].input_gates());
      result[slots.input_weight(layer)] = product(input_gates.t(), flat(tape->inputs[layer - 1]));
      result[slots.input_bias(layer)] = input_gates.sum(0);
    }
    return result;
  }
};

}  // namespace

bool recurrence_is_fusible(const torch::Tensor& tensor) { return fusible(tensor); }

AttentionRecurrenceOutput attention_recurrence(const torch::Tensor& embedding_gates,
                                               const AttentionRecurrenceMemory& memory,
                                               const AttentionRecurrenceWeights& weights,
                                               const RecurrentState& initial) {
  const size_t layers = weights.layers.size();
  const bool has_cells = weights.cell == Cell::lstm;
  TORCH_CHECK(initial.size() == layers, "attention_recurrence: initial state of ", initial.size(),
              " layers for ", layers);
  TORCH_CHECK(
      memory.keys.size(2) == weights.score.size(0) && memory.keys.size(1) == memory.values.size(1),
      "attention_recurrence: keys ", memory.keys.sizes(), " and values ", memory.values.sizes(),
      " for w_v of ", weights.score.sizes());
  auto tape = c10::make_intrusive<Tape>();
  tape->cell = weights.cell;
  tape->layers.resize(layers);
  tape->mask = memory.mask;
  tape->attention_dropout = DropoutMask::draw(weights.dropout);
  tape->layer_dropout = DropoutMask::draw(weights.dropout);

  variable_list inputs{embedding_gates, weights.context, weights.query,
                       weights.score,   memory.keys,     memory.values};
  for (const auto& layer : weights.layers) {
    inputs.push_back(layer.hidden_weight);
    inputs.push_back(layer.hidden_bias);
  }
  for (size_t layer = 1; layer < layers; ++layer) {
    inputs.push_back(weights.layers[layer].input_weight);
    inputs.push_back(weights.layers[layer].input_bias);
  }
  for (const auto& state : initial) inputs.push_back(state.hidden.contiguous());
  for (const auto& state : initial) {
    if (has_cells) inputs.push_back(state.cell.contiguous());
  }
  const auto outputs = Recurrence::apply(at::TensorList(inputs), tape);
  const Slots slots(layers, has_cells);
  AttentionRecurrenceOutput output{.states = outputs[slots.states(layers - 1)],
                                   .contexts = outputs[Slots::contexts],
                                   .weights = outputs[Slots::weights],
                                   .last = {}};
  for (size_t layer = 0; layer < layers; ++layer) {
    output.last.push_back(
        {outputs[slots.states(layer)].select(0, -1),
         has_cells ? outputs[slots.cells(layer)].select(0, -1) : torch::Tensor()});
  }
  return output;
}

}  // namespace regard::nn
