#pragma once
#include <cstdint>
#include <string>

#include "regard/config/check.h"

namespace regard::model {

/// Values of the option `tied_embeddings` of every architecture.
inline config::Check<std::string> tying() { return config::one_of({"none", "target", "all"}); }

/// Throws Error if `tied` asks for one matrix for different vocabularies.
void check_tied_vocabularies(const std::string& tied, int64_t source_vocab, int64_t target_vocab,
                             bool shared_vocab);

}  // namespace regard::model
