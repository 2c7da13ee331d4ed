#pragma once
#include <string>

#include "explain/live.h"
#include "explain/walk.h"
#include "regard/config/search_options.h"

namespace regard::explain {

/// Walks through a line that the model reads as one sentence and without skipping copied items, so
/// that several models read the same text. `search` sets the other search options. The n-best list
/// has every hypothesis of the beam. Throws the errors of walk().
Walk walk_whole_line(const NamedModel& model, const std::string& line, config::SearchOptions search,
                     const Interventions& interventions = {});

}  // namespace regard::explain
