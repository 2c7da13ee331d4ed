#pragma once
#include <cstdint>
#include <memory>

#include "architecture/rnn_options.h"
#include "engine/engine_model.h"
#include "engine/parameters.h"
#include "engine/source_reader.h"

namespace regard::engine {

/// Computes the context of an architecture without attention: one row of `size` numbers for each
/// sentence, used in all its steps. Returns rows that are already encoded, or fills `room`.
using SentenceContexts = const Activations& (*)(const SourceRows& sources, const Encoded& encoded,
                                                int64_t size, Activations& room);

/// An architecture without attention: the engine's counterpart of model::ContextModel.
std::unique_ptr<EngineModel> make_engine_with_fixed_context(const model::RnnOptions& options,
                                                            const WeightsToPack& from, int64_t size,
                                                            SentenceContexts contexts);

}  // namespace regard::engine
