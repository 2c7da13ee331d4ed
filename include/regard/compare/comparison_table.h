#pragma once
#include <string>

#include "regard/compare/comparison.h"

namespace regard::compare {

/// A comparison for a terminal of 100 columns; of the sentences, only the largest wins. More than
/// five systems become rows instead of columns, the best by BLEU first.
std::string to_table(const Comparison& comparison);

}  // namespace regard::compare
