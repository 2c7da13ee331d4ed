#pragma once
#include <string>

#include "compare/comparison.h"

namespace regard::compare {

/// All facts of a comparison as one JSON object on one line. describe() of the structs gives the
/// keys, which are stable; new ones may be added. What is absent is null. A difference of words is
/// a list of [kind, text]; attention has its weights row by row; `ngrams` and `biggest_wins` are
/// lists by system.
std::string to_json(const Comparison& comparison);

}  // namespace regard::compare
