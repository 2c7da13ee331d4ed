#pragma once
#include <functional>
#include <memory>

#include "model/seq2seq_model.h"
#include "module_search/steps.h"
#include "translate/searcher.h"

namespace regard::translate {

/// Search by the modules of one or several models, on any device. `decoders` is called for each
/// search. Models in training return to training mode.
std::unique_ptr<const Searcher> module_searcher(std::function<search::Decoders()> decoders);
std::unique_ptr<const Searcher> module_searcher(model::Seq2SeqModel& model);

/// The fastest for a model in memory: by the engine, if it supports the architecture and the model
/// is on the CPU, which takes a copy of the present weights; else by its modules.
std::unique_ptr<const Searcher> searcher_of(model::Seq2SeqModel& model);

}  // namespace regard::translate
