#include "engine/engine_model.h"

#include <algorithm>
#include <iterator>
#include <limits>

#include "architecture/architectures.h"
#include "engine/parameters.h"
#include "engine/rnn_steps.h"
#include "engine/rnn_weights.h"
#include "engine/transformer_steps.h"
#include "engine/transformer_weights.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::engine {
namespace {

template <class Options, class ItsWeights, class ItsSteps>
class EngineModelOf final : public EngineModel {
 public:
  EngineModelOf(const Options& options, const Parameters& parameters, Vocabularies vocabularies,
                Precision precision)
      : weights_(options, parameters, vocabularies, precision) {
    if constexpr (requires { options.max_steps(); }) max_steps_ = options.max_steps();
  }

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
  int64_t max_steps_ = std::numeric_limits<int64_t>::max();
};

/// An architecture of the registry that the engine knows.
struct EngineArchitecture {
  const char* name;
  std::unique_ptr<EngineModel> (*make)(const Outline& outline, const Parameters& parameters,
                                       Precision precision);
};

/// `ItsWeights` are made of Options, Parameters, Vocabularies and a Precision, and have an
/// output_layer; `ItsSteps` of these weights and a number of slots.
template <class Options, class ItsWeights, class ItsSteps>
constexpr EngineArchitecture architecture(const char* name) {
  return {.name = name,
          .make = [](const Outline& outline, const Parameters& parameters,
                     Precision precision) -> std::unique_ptr<EngineModel> {
            return std::make_unique<EngineModelOf<Options, ItsWeights, ItsSteps>>(
                model::read_options<Options>(outline.options), parameters,
                Vocabularies{.source = outline.source_vocab, .target = outline.target_vocab},
                precision);
          }};
}

/// One row for each architecture of architecture/architectures.h.
constexpr EngineArchitecture kArchitectures[] = {
    architecture<model::TransformerOptions, TransformerWeights, TransformerSteps>("transformer"),
    architecture<model::RnnAttentionOptions, RnnWeights, RnnSteps>("rnn_attention"),
    architecture<model::RnnOptions, RnnWeights, RnnSteps>("rnn_context"),
};

/// The engine's architecture of that name; null if there is none.
const EngineArchitecture* architecture_named(const std::string& name) {
  const auto* found =
      std::ranges::find_if(kArchitectures, [&](const auto& row) { return row.name == name; });
  return found == std::end(kArchitectures) ? nullptr : found;
}

}  // namespace

bool has_architecture(const std::string& name) { return architecture_named(name) != nullptr; }

std::unique_ptr<EngineModel> make_engine_model(const Outline& outline, const Weights& weights,
                                               Precision precision) {
  const auto* type = outline.options.find("type");
  const std::string name = type == nullptr ? "" : type->text;
  const auto* architecture = architecture_named(name);
  if (architecture == nullptr) throw Error(str("the engine does not know the architecture ", name));
  return architecture->make(outline, Parameters(weights), precision);
}

}  // namespace regard::engine
