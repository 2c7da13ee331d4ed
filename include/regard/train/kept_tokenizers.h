#pragma once
#include <functional>

#include "regard/config/experiment.h"
#include "regard/corpus/cache.h"
#include "regard/text/tokenizer_pair.h"

namespace regard::train {

/// The tokenizers of an experiment: from the cache, if a run with the same options and training
/// texts left them there; otherwise made by `make`, and cached if they were trained.
text::TokenizerPair kept_tokenizers(
    const config::Experiment& experiment, corpus::Cache& cache,
    const std::function<text::TokenizerPair(const config::Experiment&)>& make);

}  // namespace regard::train
