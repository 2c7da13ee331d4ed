#pragma once
#include <cstdint>
#include <vector>

#include "regard/translate/translation.h"

namespace regard::translate {

/// Of several translations of one line the one that is most like the others: with the largest mean
/// chrF, each of the others being the reference once (minimum Bayes risk: Eikema and Aziz, 2022,
/// arXiv:2108.04718). The `n_best` best, each text once; a candidate's score is that mean, from 0
/// to 100.
Translation least_risk(const std::vector<Candidate>& samples, int64_t n_best = 1);

}  // namespace regard::translate
