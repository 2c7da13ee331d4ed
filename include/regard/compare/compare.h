#pragma once
#include "regard/compare/compare_options.h"
#include "regard/compare/comparison.h"

namespace regard::compare {

/// Translates with each run what was not translated before, reads the translations of the other
/// systems, and finds out all that a Comparison holds. Says on standard error what takes long.
/// Throws Error where there are fewer than two systems, where files are missing or do not fit
/// together, and where the runs are not of one pair of languages. Without runs no model is loaded.
Comparison compare(const CompareOptions& options);

}  // namespace regard::compare
