#pragma once
#include <cstddef>
#include <vector>

#include "compare/sentence.h"

namespace regard::test {

/// Text that would end a script, an attribute or an element if it were not escaped.
inline constexpr const char* kNasty = "</script><b title=\"x\">&amp; 'y'";

/// Three sentences of two systems, made by hand.
std::vector<compare::Sentence> small_sentences();

/// Sentences of 24 made-up words, each with attention and the five best translations of every
/// system.
std::vector<compare::Sentence> random_sentences(std::size_t count, std::size_t systems);

}  // namespace regard::test
