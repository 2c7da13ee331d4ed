#include "module_search/searchers.h"

#include <utility>

#include "module_search/batches.h"
#include "module_search/module_engine.h"
#include "translate/engine_searcher.h"

namespace regard::translate {

std::unique_ptr<const Searcher> module_searcher(model::Seq2SeqModel& model) {
  return module_searcher([&] { return search::Decoders{.models = {&model}}; });
}

std::unique_ptr<const Searcher> searcher_of(model::Seq2SeqModel& model) {
  if (device_of(model).is_cpu()) {
    if (auto engine = engine_of(model)) return engine_searcher(std::move(*engine));
  }
  return module_searcher(model);
}

}  // namespace regard::translate
