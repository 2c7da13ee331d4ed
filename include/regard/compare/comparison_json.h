#pragma once
#include <string>

#include "regard/compare/comparison.h"

namespace regard::compare {

/// All facts of a comparison as one JSON object, a line of text that ends in "\n". The structs'
/// describe() says their keys, their members what they mean; keys stay as they are, new ones may
/// come. What is absent is null. A difference of words is a list of [kind, text]; attention has its
/// weights row by row; `ngrams` and `biggest_wins` are lists by system.
std::string to_json(const Comparison& comparison);

}  // namespace regard::compare
