#pragma once
#include "compare/compare_options.h"
#include "compare/comparison.h"

namespace regard::compare {

/// Translates with each run what the cache lacks, reads the other systems' translations, and
/// compares them. Logs slow work to standard error. Throws Error for fewer than two systems, for
/// files that are missing or do not match, and for runs of different language pairs. Without runs,
/// no model is loaded.
Comparison compare(const CompareOptions& options);

}  // namespace regard::compare
