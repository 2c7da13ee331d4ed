#pragma once
#include <torch/types.h>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "model/seq2seq_model.h"
#include "module_search/steps.h"
#include "ops/probe.h"
#include "search/beam_search_options.h"

namespace regard::explain {

/// An attention head: its layer and its number there, from 0. Attention without heads is head 0.
struct HeadName {
  std::string attention;  ///< "encoder" or "decoder" for self-attention, or "cross"
  int64_t layer = 0;
  int64_t head = 0;

  bool operator==(const HeadName&) const = default;
};

/// Names, in requests, of the model parts that readers can switch off.
constexpr const char* kSwitches[] = {"mask", "scaling", "residual", "positions"};

/// Changes to a model and its search that show readers the purpose of a part. The defaults change
/// nothing. The modules need no code for this: probes (ops/probe.h) replace values.
struct Interventions {
  std::vector<HeadName> heads_off = {};  ///< heads whose contexts are 0
  bool mask = true;                      ///< the decoder's self-attention sees no later position
  bool scaling = true;                   ///< scores are divided by √d_k
  bool residual = true;                  ///< a sublayer's input is added to its output
  bool positions = true;                 ///< positions are added to embeddings
  double temperature = 1.0;              ///< P = softmax(logits / temperature)
  std::vector<int64_t> prefix = {};      ///< tokens that the translation starts with

  /// The replacement for an observed value.
  torch::Tensor changed(const ops::Observed& observed) const;
  /// log softmax(log_probs / temperature) over the last dimension, for logits or log-probabilities.
  torch::Tensor tempered(const torch::Tensor& log_probs) const;
};

/// The switch that a probe implements, or null.
const char* switch_of(const ops::Observed& observed);

/// Search steps of a changed model, for one sentence. Without the mask, earlier positions see later
/// tokens, so each step recomputes all positions. `seen` receives the recording of each step.
search::TensorSteps changed_steps(model::Seq2SeqModel& model,
                                  const search::BeamSearchOptions& options,
                                  const Interventions& interventions,
                                  const std::function<void(const ops::Recording&)>& seen);

}  // namespace regard::explain
