#pragma once
#include <string>

#include "regard/compare/comparison.h"

namespace regard::compare {

/// A comparison for a terminal of 100 columns, sentences left out but for the biggest wins. More
/// than five systems are rows of the tables instead of columns, the best by BLEU first.
std::string to_table(const Comparison& comparison);

}  // namespace regard::compare
