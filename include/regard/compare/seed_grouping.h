#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "regard/compare/metric_scores.h"
#include "regard/compare/seed_groups.h"
#include "regard/config/experiment.h"

namespace regard::compare {

/// Indices of experiments that differ in training.seed alone, threads and caches apart, which
/// change no result that matters; in the order of their first.
std::vector<std::vector<std::size_t>> groups_of_config(
    const std::vector<config::Experiment>& experiments);

/// What the scores of single runs say about the groups; `names` and `metrics` by system.
SeedGroups summarize_groups(const std::vector<std::string>& names,
                            const std::vector<std::vector<std::size_t>>& groups,
                            const std::vector<MetricScores>& metrics);

}  // namespace regard::compare
