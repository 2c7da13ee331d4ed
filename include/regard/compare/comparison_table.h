#pragma once
#include <string>

#include "regard/compare/comparison.h"

namespace regard::compare {

/// A comparison for a terminal of 100 columns, sentences left out but for the biggest wins. Of more
/// than five systems the tables show the best ones by BLEU.
std::string to_table(const Comparison& comparison);

}  // namespace regard::compare
