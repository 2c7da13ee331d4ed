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

/// A head of attention: a layer and a head of it, from 0. Attention without heads is head 0.
struct HeadName {
  std::string attention;  ///< "encoder" and "decoder" are self-attention; "cross"
  int64_t layer = 0;
  int64_t head = 0;

  bool operator==(const HeadName&) const = default;
};

/// Parts of a model that a reader may switch off, by their names in requests.
constexpr const char* kSwitches[] = {"mask", "scaling", "residual", "positions"};

/// Changes of a model and of its search, by which a reader finds out what a part is for. As they
/// are at first, they change nothing. The modules know nothing of them: probes (ops/probe.h) go on
/// with other values.
struct Interventions {
  std::vector<HeadName> heads_off = {};  ///< their contexts are 0
  bool mask = true;                      ///< the decoder's self-attention sees no later position
  bool scaling = true;                   ///< scores are divided by √d_k
  bool residual = true;                  ///< a sublayer's input is added to its output
  bool positions = true;                 ///< positions are added to embeddings
  double temperature = 1.0;              ///< P = softmax(logits / temperature)
  std::vector<int64_t> prefix = {};      ///< tokens that the translation starts with

  /// What takes the place of an observed value.
  torch::Tensor changed(const ops::Observed& observed) const;
  /// log softmax(log_probs / temperature) over the last dimension: of logits or log-probabilities.
  torch::Tensor tempered(const torch::Tensor& log_probs) const;
};

/// The switch that a probe serves; null: none.
const char* switch_of(const ops::Observed& observed);

/// The steps of search of a changed model, for one sentence. Without the mask, earlier positions
/// see what is written later, so each step computes all of them again. `seen` is shown the
/// recording of each step.
search::TensorSteps changed_steps(model::Seq2SeqModel& model,
                                  const search::BeamSearchOptions& options,
                                  const Interventions& interventions,
                                  const std::function<void(const ops::Recording&)>& seen);

}  // namespace regard::explain
