#pragma once
#include <cstddef>
#include <string>

#include "compare/comparison.h"

namespace regard::compare {

/// A comparison for a terminal of `columns`, 60 or more; of the sentences, only the largest wins.
/// More than five systems become rows instead of columns, the best by BLEU first.
std::string to_table(const Comparison& comparison, std::size_t columns);

}  // namespace regard::compare
