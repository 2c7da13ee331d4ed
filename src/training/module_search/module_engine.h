#pragma once
#include <optional>

#include "engine/engine.h"
#include "model/seq2seq_model.h"

namespace regard::translate {

/// The engine for a model in memory, with its present weights, on any device; nothing if the engine
/// does not know the architecture.
std::optional<engine::Engine> engine_of(model::Seq2SeqModel& model,
                                        const engine::EngineOptions& options = {});

}  // namespace regard::translate
