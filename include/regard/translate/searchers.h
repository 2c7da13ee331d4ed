#pragma once
#include <functional>
#include <memory>

#include "regard/engine/engine.h"
#include "regard/model/seq2seq_model.h"
#include "regard/search/steps.h"
#include "regard/translate/searcher.h"

namespace regard::translate {

/// Beam search by the inference engine: the fastest, and a translation depends on its source alone,
/// bit for bit. It has neither prefixes, phrases and alternatives nor groups and token rules.
std::unique_ptr<const Searcher> engine_searcher(engine::Engine engine);

/// Beam search by the modules of one model or several: all that search can do. `decoders` is called
/// for each search. Models in training are put back into it.
std::unique_ptr<const Searcher> module_searcher(std::function<search::Decoders()> decoders);

/// Translations drawn at random, by the modules (search/random_translation.h). A model in training
/// is put back into it.
std::unique_ptr<const Searcher> random_searcher(std::function<model::Seq2SeqModel&()> model);

/// The ways to search with a model that is in memory, with the weights that it has now for the
/// engine, where that knows the architecture and the model is on the CPU; and without the engine.
Searchers searchers_of(model::Seq2SeqModel& model);
Searchers modules_of(model::Seq2SeqModel& model);

}  // namespace regard::translate
