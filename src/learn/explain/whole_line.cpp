#include "explain/whole_line.h"

#include <span>

#include "translate/plan.h"
#include "translate/sources.h"

namespace regard::explain {

Walk walk_whole_line(const NamedModel& model, const std::string& line, config::SearchOptions search,
                     const Interventions& interventions) {
  const auto& tokenizers = model.loaded->tokenizers;
  search.groups = 1;
  search.split = false;
  search.copy = config::Copy::none;
  const translate::Sources sources(tokenizers, std::span(&line, 1), search);
  auto beam = translate::Plan({.search = search}, sources, tokenizers).beam;
  beam.n_best = beam.beam_size;
  return walk({model.name, model.loaded->model, tokenizers}, line, beam, interventions);
}

}  // namespace regard::explain
