#include "ops/attention_of_steps.h"

#include <ATen/Parallel.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>
#include <utility>

#include "ops/bodies.h"
#include "ops/recurrent_sequence.h"

namespace regard::ops {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

// Dropout between layers: each row of each step is a block.
class LayerDropout {
 public:
  LayerDropout(DropoutMask mask, size_t layer) : mask_(mask) {
    mask_.seed += static_cast<uint64_t>(layer) << 40;
  }

  // (batch, size) -> output of the same shape
  void apply(int64_t step, const torch::Tensor& input, const torch::Tensor& output) const {
    if (!mask_.active()) {
      output.copy_(input);
      return;
    }
    const int64_t batch = input.size(0), size = input.size(1);
    const auto* from = input.const_data_ptr<float>();
    auto* to = output.mutable_data_ptr<float>();
    at::parallel_for(0, batch, std::max<int64_t>(1, 32768 / size), [&](int64_t begin, int64_t end) {
      for (int64_t row = begin; row < end; ++row)
        mask_.apply(from + row * size, to + row * size, size, step * batch + row);
    });
  }

 private:
  DropoutMask mask_;
};

// The inputs of the autograd function, or their gradients.
struct Inputs {
  Inputs(size_t count, bool cells) : layers(count), initial(count), has_cells(cells) {}

  template <class F>
  void each(const F& f) {
    for (auto* tensor : {&gates, &W_c, &W_q, &w_v, &keys, &values}) f(*tensor);
    for (size_t layer = 0; layer < layers.size(); ++layer) {
      f(layers[layer].hidden_weight);
      f(layers[layer].hidden_bias);
      if (layer > 0) f(layers[layer].input_weight);
      if (layer > 0) f(layers[layer].input_bias);
      f(initial[layer].hidden);
      if (has_cells) f(initial[layer].cell);
    }
  }

  torch::Tensor gates, W_c, W_q, w_v, keys, values;
  std::vector<RecurrentWeights> layers;
  RecurrentState initial;
  bool has_cells;
};

// The outputs of the autograd function, or their gradients.
struct Outputs {
  Outputs(size_t count, bool cells) : states(count), cells(cells ? count : 0) {}

  template <class F>
  void each(const F& f) {
    f(contexts);
    f(weights);
    for (auto& layer : states) f(layer);
    for (auto& layer : cells) f(layer);
  }

  torch::Tensor contexts, weights;           // (steps, batch, value_size), (steps, batch, source)
  std::vector<torch::Tensor> states, cells;  // by layer (steps, batch, hidden_size)
};

template <class Tensors>
void append(variable_list& list, Tensors& tensors) {
  tensors.each([&](torch::Tensor& tensor) { list.push_back(tensor); });
}

template <class Tensors, class Iterator>
Iterator take(Tensors& tensors, Iterator from) {
  tensors.each([&](torch::Tensor& tensor) { tensor = *from++; });
  return from;
}

// Values that the backward pass needs in addition to inputs and outputs.
struct Tape : torch::CustomClassHolder {
  Cell cell = Cell::gru;
  std::vector<LayerTape> layers;
  std::vector<torch::Tensor>
      inputs;             // of all layers but the first, after dropout (steps, batch, size)
  torch::Tensor queries;  // (steps, batch, hidden)
  torch::Tensor mask;
  DropoutMask attention_dropout, layer_dropout;

  Inputs no_inputs() const { return {layers.size(), has_cell_state(cell)}; }
  Outputs no_outputs() const { return {layers.size(), has_cell_state(cell)}; }
};
using TapePointer = c10::intrusive_ptr<Tape>;

AttentionOfSteps attention_of(const Inputs& in, const Tape& tape, const torch::Tensor& weights) {
  return {{.W_q = {}, .w_v = in.w_v, .keys = in.keys, .values = in.values, .mask = tape.mask},
          tape.attention_dropout,
          weights};
}

std::vector<LayerDropout> dropouts_of(const Tape& tape) {  // one per layer but the first
  std::vector<LayerDropout> dropouts;
  for (size_t layer = 1; layer < tape.layers.size(); ++layer)
    dropouts.emplace_back(tape.layer_dropout, layer);
  return dropouts;
}

// (steps, batch, size) -> (steps * batch, size)
torch::Tensor flat(const torch::Tensor& steps) { return steps.flatten(0, 1); }

class ForwardPass {
 public:
  ForwardPass(Inputs& in, Tape& tape)
      : in_(in),
        tape_(tape),
        out_(tape.no_outputs()),
        // columns of W_ih: copied once, not at every step
        turned_context_(rounded(in.W_c.contiguous()).t()),
        turned_query_(rounded(in.W_q).t()),
        dropouts_(dropouts_of(tape)) {
    const int64_t steps = in.gates.size(0), batch = in.gates.size(1);
    const auto& like = in.gates.options();
    tape.queries = torch::empty({steps, batch, in.keys.size(2)}, like);
    out_.contexts = torch::empty({steps, batch, in.values.size(2)}, like);
    out_.weights = torch::empty({steps, batch, in.keys.size(1)}, like);
    input_gates_ = torch::empty({batch, in.gates.size(2)}, like);
    for (size_t layer = 0; layer < in.layers.size(); ++layer) {
      const auto& weights = in.layers[layer];
      stack_.emplace_back(tape.cell, weights.hidden_weight, weights.hidden_bias, in.initial[layer],
                          steps);
      if (layer == 0) continue;
      turned_.push_back(rounded(weights.input_weight).t());
      tape.inputs.push_back(torch::empty({steps, batch, weights.input_weight.size(1)}, like));
    }
  }

  Outputs run() {
    auto attention = attention_of(in_, tape_, out_.weights);
    for (int64_t step = 0; step < in_.gates.size(0); ++step) {
      auto query = tape_.queries.select(0, step), context = out_.contexts.select(0, step);
      multiply(stack_.back().state_before(step), turned_query_, query);
      attention.forward(step, query, context);
      input_gates_.copy_(in_.gates.select(0, step));
      multiply_add(context, turned_context_, input_gates_);
      stack_[0].step(step, input_gates_);
      for (size_t layer = 1; layer < stack_.size(); ++layer) step_layer(step, layer);
    }
    for (size_t layer = 0; layer < stack_.size(); ++layer) {
      tape_.layers[layer] = stack_[layer].tape();
      out_.states[layer] = tape_.layers[layer].states;
      if (in_.has_cells) out_.cells[layer] = tape_.layers[layer].cells;
    }
    return out_;
  }

 private:
  void step_layer(int64_t step, size_t layer) {
    auto input = tape_.inputs[layer - 1].select(0, step);
    dropouts_[layer - 1].apply(step, stack_[layer - 1].state_before(step + 1), input);
    input_gates_.copy_(in_.layers[layer].input_bias.expand_as(input_gates_));
    multiply_add(input, turned_[layer - 1], input_gates_);
    stack_[layer].step(step, input_gates_);
  }

  Inputs& in_;
  Tape& tape_;
  Outputs out_;
  torch::Tensor turned_context_, turned_query_, input_gates_;
  std::vector<torch::Tensor> turned_;  // W_ih of all layers but the first
  std::vector<LayerDropout> dropouts_;
  std::vector<LayerForward> stack_;
};

class BackwardPass {
 public:
  BackwardPass(Inputs& in, Outputs& out, Outputs& of_out, const Tape& tape)
      : in_(in),
        out_(out),
        of_out_(of_out),
        tape_(tape),
        context_weight_(rounded(in.W_c.contiguous())),
        query_weight_(rounded(in.W_q)),
        dropouts_(dropouts_of(tape)) {
    for (size_t layer = 0; layer < tape.layers.size(); ++layer) {
      LayerTape layer_tape = tape.layers[layer];
      layer_tape.states = out.states[layer];
      if (in.has_cells) layer_tape.cells = out.cells[layer];
      stack_.emplace_back(tape.cell, in.layers[layer].hidden_weight, in.initial[layer], layer_tape,
                          of_out.states[layer],
                          in.has_cells ? of_out.cells[layer] : torch::Tensor());
      if (layer > 0) input_weights_.push_back(rounded(in.layers[layer].input_weight));
    }
    of_queries_ = torch::empty_like(tape.queries);
    below_ = torch::empty_like(in.initial.front().hidden);
    dropped_ = torch::empty_like(below_);
  }

  Inputs run() {
    auto attention = attention_of(in_, tape_, out_.weights);
    attention.begin_backward(of_out_.weights);
    auto of_context = torch::empty_like(out_.contexts.select(0, 0));
    auto& top = stack_.back();
    for (int64_t step = out_.contexts.size(0) - 1; step >= 0; --step) {
      for (size_t layer = stack_.size() - 1; layer > 0; --layer) step_layer(step, layer);
      stack_[0].step(step);
      multiply(stack_[0].input_gates().select(0, step), context_weight_, of_context);
      if (of_out_.contexts.defined()) of_context.add_(of_out_.contexts.select(0, step));
      auto of_query = of_queries_.select(0, step);
      attention.backward(step, tape_.queries.select(0, step), of_context, of_query);
      multiply_add(of_query, query_weight_, top.state_gradient());
    }
    auto of = of_weights();
    of.w_v = attention.score_gradient();
    of.keys = attention.keys_gradient();
    of.values = attention.values_gradient();
    return of;
  }

 private:
  void step_layer(int64_t step, size_t layer) {
    stack_[layer].step(step);
    multiply(stack_[layer].input_gates().select(0, step), input_weights_[layer - 1], below_);
    dropouts_[layer - 1].apply(step, below_, dropped_);
    stack_[layer - 1].state_gradient().add_(dropped_);
  }

  // Each gradient is one matrix multiplication for all steps.
  Inputs of_weights() const {
    auto of = tape_.no_inputs();
    of.gates = stack_[0].input_gates();
    of.W_c = product(flat(of.gates).t(), flat(out_.contexts));
    of.W_q = product(of_queries_.select(0, 0).t(), in_.initial.back().hidden);
    if (const int64_t later = of_queries_.size(0) - 1; later > 0) {
      multiply_add(flat(of_queries_.narrow(0, 1, later)).t(),
                   flat(out_.states.back().narrow(0, 0, later)), of.W_q);
    }
    for (size_t layer = 0; layer < stack_.size(); ++layer) {
      auto& weights = of.layers[layer];
      weights.hidden_weight = stack_[layer].hidden_weight();
      weights.hidden_bias = stack_[layer].hidden_bias();
      of.initial[layer] = stack_[layer].initial();
      if (layer == 0) continue;
      const auto input_gates = flat(stack_[layer].input_gates());
      weights.input_weight = product(input_gates.t(), flat(tape_.inputs[layer - 1]));
      weights.input_bias = input_gates.sum(0);
    }
    return of;
  }

  Inputs& in_;
  Outputs &out_, &of_out_;
  const Tape& tape_;
  torch::Tensor context_weight_, query_weight_, of_queries_, below_, dropped_;
  std::vector<torch::Tensor> input_weights_;  // of all layers but the first
  std::vector<LayerDropout> dropouts_;
  std::vector<LayerBackward> stack_;
};

class FusedRecurrence : public torch::autograd::Function<FusedRecurrence> {
 public:
  static variable_list forward(AutogradContext* context, at::TensorList tensors,
                               const TapePointer& tape) {
    auto in = tape->no_inputs();
    take(in, tensors.begin());
    in.gates = in.gates.contiguous();
    auto out = ForwardPass(in, *tape).run();
    // Autograd keeps the outputs and knows that they belong to this node. A tape that held them too
    // would never be freed: they hold the node, and the node holds the tape.
    for (auto& layer : tape->layers) {
      layer.states.reset();
      layer.cells.reset();
    }
    variable_list outputs, kept(tensors.begin(), tensors.end());
    append(outputs, out);
    append(kept, out);
    context->save_for_backward(kept);
    context->saved_data["tape"] = torch::IValue::make_capsule(tape);
    context->set_materialize_grads(false);
    return outputs;
  }

  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const auto tape =
        c10::static_intrusive_pointer_cast<Tape>(context->saved_data["tape"].toCapsule());
    const auto kept = context->get_saved_variables();
    auto in = tape->no_inputs();
    auto out = tape->no_outputs(), of_out = out;
    take(out, take(in, kept.begin()));
    take(of_out, gradients.begin());
    auto of = BackwardPass(in, out, of_out, *tape).run();
    variable_list result;
    append(result, of);
    result.emplace_back();  // for the tape
    return result;
  }
};

}  // namespace

RecurrenceOutput fused_attention_recurrence(const torch::Tensor& embedding_gates,
                                            const AdditiveMemory& memory,
                                            const DecoderWeights& weights,
                                            const RecurrentState& initial) {
  auto tape = c10::make_intrusive<Tape>();
  tape->cell = weights.cell;
  tape->layers.resize(weights.layers.size());
  tape->mask = memory.mask;
  tape->attention_dropout = DropoutMask::draw(memory.dropout);
  tape->layer_dropout = DropoutMask::draw(weights.dropout);
  auto in = tape->no_inputs();
  in.gates = embedding_gates;
  in.W_c = weights.context, in.W_q = memory.W_q, in.w_v = memory.w_v;
  in.keys = memory.keys, in.values = memory.values;
  in.layers = weights.layers;
  in.initial = map(initial, [](const torch::Tensor& rows) { return rows.contiguous(); });
  variable_list inputs;
  append(inputs, in);
  const auto found = FusedRecurrence::apply(at::TensorList(inputs), tape);
  auto out = tape->no_outputs();
  take(out, found.begin());
  RecurrenceOutput output{.states = out.states.back(),
                          .contexts = out.contexts,
                          .weights = out.weights.transpose(0, 1).unsqueeze(1),  // one head
                          .last = {}};
  for (size_t layer = 0; layer < out.states.size(); ++layer) {
    output.last.push_back({out.states[layer].select(0, -1),
                           in.has_cells ? out.cells[layer].select(0, -1) : torch::Tensor()});
  }
  return output;
}

}  // namespace regard::ops
