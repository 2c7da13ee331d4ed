#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "engine/engine.h"
#include "engine/packed_matrix.h"
#include "engine/steps.h"

namespace regard::engine {

/// The weights of an architecture and the factory of its steps.
class EngineModel {
 public:
  virtual ~EngineModel() = default;
  /// The steps of an engine with `slots` batch slots.
  virtual std::unique_ptr<Steps> steps(int64_t slots) const = 0;
  /// What is kept of a sentence while it is translated.
  virtual int64_t bytes_of(const SentenceSize& sentence) const = 0;
  virtual const PackedMatrix& output() const = 0;
  virtual int64_t max_steps() const = 0;
};

/// Whether the engine has the architecture, a `model.type`.
bool has_architecture(const std::string& name);

/// Throws Error as the constructor of Engine does.
std::unique_ptr<EngineModel> make_engine_model(const Outline& outline, const Weights& weights,
                                               Precision precision);

}  // namespace regard::engine
