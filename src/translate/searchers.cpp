#include "regard/translate/searchers.h"

#include <utility>

#include "regard/translate/module_engine.h"
#include "translate/batches.h"

namespace regard::translate {

Searchers modules_of(model::Seq2SeqModel& model) {
  Searchers searchers;
  searchers.push_back(module_searcher([&] { return search::Decoders{.models = {&model}}; }));
  searchers.push_back(random_searcher([&]() -> model::Seq2SeqModel& { return model; }));
  return searchers;
}

Searchers searchers_of(model::Seq2SeqModel& model) {
  auto searchers = modules_of(model);
  if (!device_of(model).is_cpu()) return searchers;
  if (auto engine = engine_of(model)) {
    searchers.insert(searchers.begin(), engine_searcher(std::move(*engine)));
  }
  return searchers;
}

}  // namespace regard::translate
