#pragma once
#include <string>

#include "explain/live.h"
#include "explain/walk.h"
#include "regard/config/search_options.h"

namespace regard::explain {

/// The walk of a model that reads a line as one sentence and copies nothing around the model, so
/// that several models read the same text. `search`: the other options of the search. The walk's
/// n-best list has every hypothesis of the beam. Throws the errors of walk().
Walk walk_whole_line(const NamedModel& model, const std::string& line, config::SearchOptions search,
                     const Interventions& interventions = {});

}  // namespace regard::explain
