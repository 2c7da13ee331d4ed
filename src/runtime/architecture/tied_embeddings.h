#pragma once
#include <array>
#include <cstdint>

#include "regard/base/named_enum.h"

namespace regard::model {

/// What shares a matrix: nothing, the target embedding and the output layer, or these and the
/// source embedding.
enum class TiedEmbeddings { none, target, all };
constexpr auto names_of(TiedEmbeddings) { return std::array{"none", "target", "all"}; }

/// Throws Error if `tied` asks for one matrix for different vocabularies.
void check_tied_vocabularies(TiedEmbeddings tied, int64_t source_vocab, int64_t target_vocab,
                             bool shared_vocab);

}  // namespace regard::model
