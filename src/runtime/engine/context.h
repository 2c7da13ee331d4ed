#pragma once
#include <cstdint>
#include <memory>
#include <span>

#include "engine/activations.h"
#include "engine/source_reader.h"
#include "engine/steps.h"
#include "engine/team.h"

namespace regard::engine {

/// The source context of a recurrent decoder, for one thread or team: the context of each step,
/// multiplied by the weights of the first layer and of the readout.
class Contexts {
 public:
  virtual ~Contexts() = default;

  /// Stores, in each sentence's slot, the context that its steps need.
  virtual void read(const SourceRows& sources, const Encoded& encoded, Team& team) = 0;
  /// Frees the slot.
  virtual void leave(int64_t slot) = 0;
  /// Fills `contexts`, a row for each of `rows`; `queries` are their states before the step.
  /// `attention`, unless null, receives the attention of each row, if the context has attention.
  virtual void gather(std::span<const StepRow> rows, FloatRows queries, Team& team,
                      Activations& contexts, search::AttentionRows* attention) = 0;
};

/// The weights of one kind of context.
class ContextWeights {
 public:
  virtual ~ContextWeights() = default;

  /// The contexts refer to these weights, which must outlive them.
  virtual std::unique_ptr<Contexts> contexts(int64_t slots) const = 0;
  /// Number of floats stored for a sentence with `source` tokens.
  virtual int64_t kept_numbers(int64_t source) const = 0;
};

}  // namespace regard::engine
