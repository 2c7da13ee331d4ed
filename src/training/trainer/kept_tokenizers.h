#pragma once
#include <functional>

#include "config/experiment.h"
#include "corpus/cache.h"
#include "text/tokenizer_pair.h"

namespace regard::train {

/// The tokenizers of an experiment: of the run it starts from (training.init_from), of the files it
/// names, from the cache, if a run with the same options and training texts left them there, or
/// made by `train` and then cached.
text::TokenizerPair kept_tokenizers(
    const config::Experiment& experiment, corpus::Cache& cache,
    const std::function<text::TokenizerPair(const config::Experiment&)>& train);

}  // namespace regard::train
