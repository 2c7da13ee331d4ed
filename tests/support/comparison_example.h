#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "compare/comparison.h"

namespace regard::test {

/// A comparison of two runs with something in every section, made by hand. Its texts try to break
/// out of a page wherever they stand.
compare::Comparison small_comparison();

/// The same with so many sentences of 24 words, each with attention and five best translations of
/// both systems.
compare::Comparison large_comparison(std::size_t sentences);

/// Such sentences of so many runs, up to twelve, with all else that a comparison of runs has. Each
/// is a little better than the one before it; every third one's lead may be chance.
compare::Comparison many_comparison(std::size_t systems, std::size_t sentences);

}  // namespace regard::test
