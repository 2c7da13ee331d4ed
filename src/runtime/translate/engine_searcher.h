#pragma once
#include <memory>

#include "engine/engine.h"
#include "translate/searcher.h"

namespace regard::translate {

/// Search by the inference engine: a translation depends only on its source and its request, bit
/// for bit.
std::unique_ptr<const Searcher> engine_searcher(engine::Engine engine);

}  // namespace regard::translate
