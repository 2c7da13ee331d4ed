#pragma once
#include <cstdint>
#include <memory>
#include <span>

#include "engine/activations.h"
#include "engine/source_reader.h"
#include "engine/steps.h"
#include "engine/team.h"

namespace regard::engine {

/// What a recurrent decoder reads of the source while it writes, for one thread or team: the
/// context of each step, multiplied by the weights of the first layer and of the readout.
class Contexts {
 public:
  virtual ~Contexts() = default;

  /// Keeps what the steps need of each sentence, in its slot.
  virtual void read(const SourceRows& sources, const Encoded& encoded, Team& team) = 0;
  /// The slot is no longer needed.
  virtual void leave(int64_t slot) = 0;
  /// Fills `contexts`, a row for each of `rows`; `queries` are their states before the step.
  /// `attention`, unless null, receives what each row attends to, if it does.
  virtual void gather(std::span<const StepRow> rows, FloatRows queries, Team& team,
                      Activations& contexts, search::AttentionRows* attention) = 0;
};

/// The weights of a kind of context.
class ContextWeights {
 public:
  virtual ~ContextWeights() = default;

  /// Refers to these weights.
  virtual std::unique_ptr<Contexts> contexts(int64_t slots) const = 0;
  /// How many numbers are kept of a sentence of this many tokens.
  virtual int64_t kept_numbers(int64_t source) const = 0;
};

}  // namespace regard::engine
