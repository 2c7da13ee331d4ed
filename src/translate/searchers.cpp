#include "regard/translate/searchers.h"

#include <utility>

#include "regard/translate/engine_searcher.h"
#include "regard/translate/module_engine.h"
#include "translate/batches.h"

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
