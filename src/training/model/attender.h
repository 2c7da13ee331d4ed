#pragma once
#include <torch/nn/module.h>

#include <memory>

#include "architecture/rnn_options.h"
#include "ops/attention_recurrence.h"

namespace regard::model {

/// The memory that a recurrent decoder attends to.
struct AttendedMemory {
  torch::Tensor keys;    ///< (batch, source, hidden_size), compared with the query
  torch::Tensor values;  ///< (batch, source, memory_size), averaged into the context
  torch::Tensor mask;    ///< (batch, 1, source); undefined: no padding

  template <class F>
  AttendedMemory map(const F& f) const {
    return {f(keys), f(values), mask.defined() ? f(mask) : mask};
  }
};

/// Attention of a recurrent decoder to the encoder states; one subclass per RnnAttentionScore.
class Attender {
 public:
  virtual ~Attender() = default;

  /// The module with the weights, registered as the decoder's "attention"; null if there are none.
  virtual std::shared_ptr<torch::nn::Module> weights() const { return nullptr; }
  /// Size of a context.
  virtual int64_t context_size() const = 0;
  /// states (batch, source, memory_size) -> keys and values, computed once per sentence.
  virtual AttendedMemory project(const torch::Tensor& states, const torch::Tensor& mask) = 0;
  /// Runs the decoder's steps (ops/attention_recurrence.h), each with its own context.
  virtual ops::RecurrenceOutput run(const torch::Tensor& embedding_gates,
                                    const AttendedMemory& memory,
                                    const ops::DecoderWeights& decoder,
                                    const ops::RecurrentState& first, bool is_training) = 0;
};

/// memory_size: size of an encoder state.
std::unique_ptr<Attender> make_attender(const RnnAttentionOptions& options, int64_t memory_size);

}  // namespace regard::model
