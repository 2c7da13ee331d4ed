#pragma once
#include "config/data_options.h"
#include "corpus/cache.h"
#include "corpus/cleaning.h"
#include "corpus/examples.h"
#include "text/tokenizer_pair.h"

namespace regard::corpus {

/// The training texts, cleaned and encoded, each source after the tag of its text: from the cache
/// of an earlier run, or read, encoded on all threads and cached. They are in a file in
/// either case, a temporary one if the cache keeps nothing, so memory does not grow with them.
/// Throws Error if no pair remains, and if the source's tokenizer lacks a tag as a symbol.
Examples training_examples(const config::DataOptions& options,
                           const text::TokenizerPair& tokenizers, Cache& cache,
                           CleaningReport& report);

}  // namespace regard::corpus
