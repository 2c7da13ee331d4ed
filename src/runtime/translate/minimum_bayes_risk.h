#pragma once
#include <cstdint>
#include <vector>

#include "regard/translate/translation.h"

namespace regard::translate {

/// Of several translations of a line, the `n_best` most similar to the others: those with the
/// largest mean chrF, taking each other translation as the reference in turn (minimum Bayes risk:
/// Eikema and Aziz, 2022, arXiv:2108.04718). Each text appears once; a candidate's score is that
/// mean, from 0 to 100.
Translation least_risk(const std::vector<Candidate>& samples, int64_t n_best = 1);

}  // namespace regard::translate
