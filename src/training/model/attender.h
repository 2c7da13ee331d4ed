#pragma once
#include <torch/nn/module.h>

#include <memory>

#include "architecture/rnn_options.h"
#include "ops/attention_recurrence.h"

namespace regard::model {

/// What a recurrent decoder attends to.
struct AttendedMemory {
  torch::Tensor keys;    ///< (batch, source, hidden_size), what the query is compared with
  torch::Tensor values;  ///< (batch, source, memory_size), what the context is a mean of
  torch::Tensor mask;    ///< (batch, 1, source); undefined: no padding

  template <class F>
  AttendedMemory map(const F& f) const {
    return {f(keys), f(values), mask.defined() ? f(mask) : mask};
  }
};

/// How a recurrent decoder attends to the states of the source: a class for each RnnAttentionScore.
class Attender {
 public:
  virtual ~Attender() = default;

  /// The module with the weights, "attention" of the decoder; null if there are none.
  virtual std::shared_ptr<torch::nn::Module> weights() const { return nullptr; }
  /// Size of a context.
  virtual int64_t context_size() const = 0;
  /// states (batch, source, memory_size) -> what is computed once per sentence.
  virtual AttendedMemory project(const torch::Tensor& states, const torch::Tensor& mask) = 0;
  /// The decoder's steps (ops/attention_recurrence.h), each with a context of its own.
  virtual ops::RecurrenceOutput run(const torch::Tensor& embedding_gates,
                                    const AttendedMemory& memory,
                                    const ops::DecoderWeights& decoder,
                                    const ops::RecurrentState& first, bool is_training) = 0;
};

/// memory_size: numbers of a state of the source.
std::unique_ptr<Attender> make_attender(const RnnAttentionOptions& options, int64_t memory_size);

}  // namespace regard::model
