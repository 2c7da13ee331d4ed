#pragma once
#include "engine/engine.h"
#include "store/open_model.h"

namespace regard::translate {

/// Whether the engine knows the model's architecture.
bool suits_engine(const store::OpenModel& model);

/// The engine for a model in a file, whose architecture it knows. Throws Error, naming file and
/// tensor, unless the file has exactly the model's weights.
engine::Engine engine_of(store::OpenModel& model, const engine::EngineOptions& options);

}  // namespace regard::translate
