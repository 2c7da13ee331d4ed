#pragma once
#include <functional>

#include "regard/config/experiment.h"
#include "regard/corpus/cache.h"
#include "regard/text/tokenizer_pair.h"

namespace regard::train {

/// The tokenizers of an experiment: as a run before with the same options and training texts left
/// them in the cache; else `make` makes them, and those that were trained are left there.
text::TokenizerPair kept_tokenizers(
    const config::Experiment& experiment, corpus::Cache& cache,
    const std::function<text::TokenizerPair(const config::Experiment&)>& make);

}  // namespace regard::train
