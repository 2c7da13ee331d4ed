#pragma once
#include <functional>
#include <memory>

#include "regard/engine/engine.h"
#include "regard/model/seq2seq_model.h"
#include "regard/search/steps.h"
#include "regard/translate/searcher.h"

namespace regard::translate {

/// Beam search by the inference engine: the fastest, and a translation depends only on its source,
/// bit for bit. It supports no prefixes, phrases, alternatives, groups or token rules.
std::unique_ptr<const Searcher> engine_searcher(engine::Engine engine);

/// Beam search by the modules of one or several models: everything search can do. `decoders` is
/// called for each search. Models in training return to training mode.
std::unique_ptr<const Searcher> module_searcher(std::function<search::Decoders()> decoders);

/// Random translations by the modules (search/random_translation.h). A model in training returns to
/// training mode.
std::unique_ptr<const Searcher> random_searcher(std::function<model::Seq2SeqModel&()> model);

/// The searchers of a model in memory: with the engine, if it supports the architecture and the
/// model is on the CPU, which takes a copy of the present weights; and without the engine.
Searchers searchers_of(model::Seq2SeqModel& model);
Searchers modules_of(model::Seq2SeqModel& model);

}  // namespace regard::translate
