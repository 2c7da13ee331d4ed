#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "regard/compare/metric_scores.h"
#include "regard/compare/seed_groups.h"
#include "regard/config/experiment.h"

namespace regard::compare {

/// Groups the indices of experiments that differ only in training.seed, ignoring threads and
/// caches, in the order of their first.
std::vector<std::vector<std::size_t>> groups_of_config(
    const std::vector<config::Experiment>& experiments);

/// The scores of single runs, summarized by group; `names` and `metrics` by system.
SeedGroups summarize_groups(const std::vector<std::string>& names,
                            const std::vector<std::vector<std::size_t>>& groups,
                            const std::vector<MetricScores>& metrics);

}  // namespace regard::compare
