#pragma once
#include "regard/config/data_options.h"
#include "regard/corpus/cache.h"
#include "regard/corpus/cleaning.h"
#include "regard/corpus/examples.h"
#include "regard/text/tokenizer_pair.h"

namespace regard::corpus {

/// The training texts, cleaned and encoded, each source behind the tag of its text: as a run before
/// left them in the cache, else read, encoded on LibTorch's threads and left there. They lie in a
/// file either way, a temporary one where the cache keeps nothing; memory does not grow with them.
/// Throws Error where nothing is left of them, and where the source's tokenizer does not have a tag
/// as a symbol.
Examples training_examples(const config::DataOptions& options,
                           const text::TokenizerPair& tokenizers, Cache& cache,
                           CleaningReport& report);

}  // namespace regard::corpus
