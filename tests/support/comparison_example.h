#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "compare/comparison.h"

namespace regard::test {

/// A comparison of two runs, made by hand, with content in every section. Its texts try to break
/// out of the page everywhere.
compare::Comparison small_comparison();

/// A comparison like small_comparison(), but with this many sentences of 24 words, each with
/// attention and the five best translations of both systems.
compare::Comparison large_comparison(std::size_t sentences);

/// A comparison of up to twelve runs, with content in every section. Each run is slightly better
/// than the one before; every third lead is not significant.
compare::Comparison many_comparison(std::size_t systems, std::size_t sentences);

}  // namespace regard::test
