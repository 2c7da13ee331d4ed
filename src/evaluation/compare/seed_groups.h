#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "compare/metric_scores.h"
#include "config/experiment.h"

namespace regard::compare {

/// Runs grouped by config, each with several seeds, and whether a difference between configs
/// exceeds the differences between seeds. Seeds are another source of variance, in addition to test
/// sentences.
struct SeedGroups {
  struct Metric {
    std::string name = {};  ///< "BLEU", ...
    double mean = 0;
    std::optional<double> deviation = {};  ///< standard deviation (n − 1); empty for a single run

    static void describe(auto& v) {
      v.facts("name", &Metric::name, "mean", &Metric::mean, "deviation", &Metric::deviation);
    }
  };
  struct Group {
    std::string name = {};  ///< the common prefix of its runs' names, or the first name
    std::vector<std::size_t> systems = {};  ///< indices of systems
    std::vector<Metric> metrics = {};

    static void describe(auto& v) {
      v.facts("name", &Group::name, "systems", &Group::systems, "metrics", &Group::metrics);
    }
  };
  /// Two groups compared with one metric.
  struct Test {
    std::size_t first = 0;  ///< indices of groups
    std::size_t second = 0;
    std::string metric = {};
    double difference = 0;  ///< mean of the second minus mean of the first
    /// Welch's t-test (Welch, 1947), two-sided; empty if a group has only one run.
    std::optional<double> t = {};
    std::optional<double> degrees_of_freedom = {};
    std::optional<double> p_value = {};
    std::optional<double> permutation_p_value =
        {};                 ///< exact, over all permutations; empty if there are too many
    bool survives = false;  ///< p_value < kSignificant

    static void describe(auto& v) {
      using O = Test;
      v.facts("first", &O::first, "second", &O::second, "metric", &O::metric, "difference",
              &O::difference, "t", &O::t, "degrees_of_freedom", &O::degrees_of_freedom, "p_value",
              &O::p_value, "permutation_p_value", &O::permutation_p_value, "survives",
              &O::survives);
    }
  };

  std::vector<Group> groups = {};
  std::vector<Test> tests = {};
  std::string sentence = {};  ///< says whether the difference persists across seeds

  static void describe(auto& v) {
    using O = SeedGroups;
    v.facts("groups", &O::groups, "tests", &O::tests, "sentence", &O::sentence);
  }
};

/// The two groups with the highest means of the first metric, best first.
struct LeadingGroups {
  const SeedGroups::Group& best;
  const SeedGroups::Group& next;
  const SeedGroups::Test& test;
};
/// The leading groups; empty if there is only one group or no metric.
std::optional<LeadingGroups> leading_groups(const SeedGroups& seeds);

/// Welch's test and the permutation test on the scores of two groups.
SeedGroups::Test test_groups(const std::vector<double>& first, const std::vector<double>& second);

/// Two-sided p-value of `t` under Student's t-distribution.
double student_p_value(double t, double degrees_of_freedom);

/// Groups of experiments (by index) that differ only in seed, threads and caches, ordered by their
/// first members.
std::vector<std::vector<std::size_t>> groups_of_config(
    const std::vector<config::Experiment>& experiments);

/// Summarizes the scores of single runs by group; `names` and `metrics` are by system.
SeedGroups summarize_groups(const std::vector<std::string>& names,
                            const std::vector<std::vector<std::size_t>>& groups,
                            const std::vector<MetricScores>& metrics);

}  // namespace regard::compare
