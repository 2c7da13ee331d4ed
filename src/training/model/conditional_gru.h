#pragma once
#include <torch/nn/modules/container/modulelist.h>
#include <torch/nn/modules/embedding.h>

#include <vector>

#include "architecture/conditional_gru_options.h"
#include "model/seq2seq_model.h"
#include "nn/linear.h"
#include "nn/transition_cell.h"

namespace regard::model {

/// Reads the source with two stacks of recurrent layers, one from each end.
class ConditionalGruEncoderImpl : public torch::nn::Module {
 public:
  /// `shared`: another module's embedding to use instead of a new one, or null.
  ConditionalGruEncoderImpl(const ConditionalGruOptions& options, int64_t vocab,
                            const torch::nn::Embedding& shared);

  /// source (batch, source), int64 -> (batch, source, 2 * hidden_size), the top states of both
  /// stacks. Padding after `lengths` (batch) has no effect on other positions.
  torch::Tensor forward(const torch::Tensor& source, const torch::Tensor& lengths);

  const ConditionalGruOptions& options() const { return options_; }

 private:
  torch::Tensor read(const torch::nn::ModuleList& layers, const torch::Tensor& embedded,
                     const torch::Tensor& mask, bool backward);

  ConditionalGruOptions options_;
  torch::nn::Embedding embedding{nullptr};
  torch::nn::ModuleList from_left{nullptr}, from_right{nullptr};
};
TORCH_MODULE(ConditionalGruEncoder);

/// The memory that the decoder attends to.
struct ConditionalGruMemory {
  torch::Tensor keys;   ///< (batch, source, 2 * hidden_size)
  torch::Tensor mask;   ///< (batch, 1, source)
  torch::Tensor first;  ///< (batch, hidden_size), the first state of each layer of the decoder

  template <class F>
  ConditionalGruMemory map(const F& f) const {
    return {f(keys), f(mask), f(first)};
  }
};

/// The state of each layer, (batch, hidden_size).
struct ConditionalGruState {
  std::vector<torch::Tensor> layers;

  template <class F>
  ConditionalGruState map(const F& f) const {
    ConditionalGruState mapped;
    for (const auto& layer : layers) mapped.layers.push_back(f(layer));
    return mapped;
  }
};

struct ConditionalGruOutput {
  torch::Tensor states;     ///< (batch, target, embedding_size), input of the output layer
  torch::Tensor attention;  ///< (batch, 1, target, source)
  ConditionalGruState last;
};

/// The decoder. At each step the first layer's state s passes through a cell that reads the
/// previous token y. The resulting state is the query of attention, whose context c is the input of
/// the second cell; further cells have no input. Upper layers read the states of the layer below.
/// With N as in nn::NormedLinear,
///   first state  tanh(N(W_first m) + b) in each layer; m: mean of the source's states
///   score        w_v . tanh(N(W_q s) + N(W_k h) + b); h: a state of the source
///   readout      tanh(N(W_y y) + N(W_s s) + N(W_c c) + b); s: the top layer's state
class ConditionalGruDecoderImpl : public torch::nn::Module {
 public:
  ConditionalGruDecoderImpl(const ConditionalGruOptions& options, int64_t vocab);

  /// Computes the memory from states (batch, source, 2 * hidden_size) and mask (batch, source).
  ConditionalGruMemory remember(const torch::Tensor& states, const torch::Tensor& mask);
  /// Reads target (batch, target), int64, starting from `state`; `values` are the encoder states.
  ConditionalGruOutput forward(const torch::Tensor& target, const torch::Tensor& values,
                               const ConditionalGruMemory& memory,
                               const ConditionalGruState& state);

  torch::nn::Embedding embedding{nullptr};
  nn::OutputLayer dense{nullptr};

 private:
  struct Step {
    torch::Tensor state, context, weights;  // weights (batch, 1, source)
  };
  /// Runs one step of the first layer, given its state and the input gates of its first cell.
  Step attend(const torch::Tensor& input_gates, const torch::Tensor& state,
              const torch::Tensor& values, const ConditionalGruMemory& memory);

  ConditionalGruOptions options_;
  torch::nn::ModuleList cells{nullptr};  // cells of the first layer
  torch::nn::ModuleList upper{nullptr};  // layers above the first
  nn::NormedLinear first{nullptr}, W_q{nullptr}, W_k{nullptr}, W_y{nullptr}, W_s{nullptr},
      W_c{nullptr};
  nn::Linear w_v{nullptr};
};
TORCH_MODULE(ConditionalGruDecoder);

/// The recurrent encoder-decoder of Nematus and Marian (--type s2s): Sennrich et al. (2017),
/// arXiv:1703.04357, with the deep transitions of Miceli Barone et al. (2017), arXiv:1707.07631.
class ConditionalGru : public Seq2SeqModel {
 public:
  using Options = ConditionalGruOptions;

  ConditionalGru(const Options& options, int64_t source_vocab, int64_t target_vocab,
                 bool shared_vocab);

  Memory encode(const torch::Tensor& source, const torch::Tensor& source_lengths) override;
  torch::Tensor decode_states(const torch::Tensor& target_input, const Memory& memory) override;
  TokenStates states_of_tokens(const torch::Tensor& source, const torch::Tensor& source_lengths,
                               const torch::Tensor& target_input,
                               const torch::Tensor& target_lengths, bool want_guidable) override;
  nn::OutputLayer& output_layer() override { return decoder->dense; }
  DecoderState start(const Memory& memory) override;
  StepOutput step(const torch::Tensor& previous, const Memory& memory, DecoderState& state,
                  bool want_attention = false) override;
  const Options& options() const { return options_; }

  ConditionalGruDecoder decoder{nullptr};
  ConditionalGruEncoder encoder{nullptr};

 private:
  ConditionalGruOutput run(const torch::Tensor& target, const Memory& memory,
                           const DecoderState& state);

  Options options_;
};

}  // namespace regard::model
