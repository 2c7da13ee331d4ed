#pragma once
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>

#include "engine/engine.h"
#include "engine/packed_matrix.h"
#include "engine/steps.h"

namespace regard::engine {

/// The weights of an architecture, and a factory for its steps.
class EngineModel {
 public:
  virtual ~EngineModel() = default;
  /// The steps of an engine with `slots` batch slots.
  virtual std::unique_ptr<Steps> steps(int64_t slots) const = 0;
  /// Memory that a sentence needs while it is translated.
  virtual int64_t bytes_of(const SentenceSize& sentence) const = 0;
  virtual const PackedMatrix& output() const = 0;
  virtual int64_t max_steps() const = 0;
};

/// The model of an architecture, returned by its `make_engine` (architecture/architectures.h).
/// `ItsWeights` must have an output_layer; `ItsSteps` are constructed from these weights and the
/// number of slots.
template <class ItsWeights, class ItsSteps>
class EngineModelOf final : public EngineModel {
 public:
  explicit EngineModelOf(ItsWeights weights,
                         int64_t max_steps = std::numeric_limits<int64_t>::max())
      : weights_(std::move(weights)), max_steps_(max_steps) {}

  std::unique_ptr<Steps> steps(int64_t slots) const override {
    return std::make_unique<ItsSteps>(weights_, slots);
  }
  int64_t bytes_of(const SentenceSize& sentence) const override {
    return ItsSteps::bytes_of(weights_, sentence);
  }
  const PackedMatrix& output() const override { return weights_.output_layer; }
  int64_t max_steps() const override { return max_steps_; }

 private:
  ItsWeights weights_;
  int64_t max_steps_;
};

/// Whether the engine supports the architecture with this name (`model.type`).
bool has_architecture(const std::string& name);

/// Throws Error like the constructor of Engine.
std::unique_ptr<EngineModel> make_engine_model(const Outline& outline, const Weights& weights,
                                               Precision precision);

}  // namespace regard::engine
