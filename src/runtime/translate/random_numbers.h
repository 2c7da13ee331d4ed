#pragma once
#include <random>
#include <vector>

#include "regard/translate/draw.h"
#include "translate/sources.h"

namespace regard::translate {

/// What the tokens of each source are drawn with: a function of the seed, its line's number and its
/// part's.
std::vector<std::mt19937_64> random_numbers(const Sources& sources, const Draw& draw);

}  // namespace regard::translate
