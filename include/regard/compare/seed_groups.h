#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace regard::compare {

/// Trainings of one config that differ in the seed alone, and what that makes of a difference
/// between configs: a second source of chance beside the choice of test sentences.
struct SeedGroups {
  struct Metric {
    std::string name = {};  ///< "BLEU", ...
    double mean = 0;
    std::optional<double> deviation = {};  ///< standard deviation (n − 1); none of a single run

    template <class Visitor>
    static void describe(Visitor& v) {
      using O = Metric;
      v.facts("name", &O::name, "mean", &O::mean, "deviation", &O::deviation);
    }
  };
  struct Group {
    std::string name = {};  ///< what the names of its runs begin with, or that of the first
    std::vector<std::size_t> systems = {};  ///< indices
    std::vector<Metric> metrics = {};

    template <class Visitor>
    static void describe(Visitor& v) {
      using O = Group;
      v.facts("name", &O::name, "systems", &O::systems, "metrics", &O::metrics);
    }
  };
  /// Two groups by one metric.
  struct Test {
    std::size_t first = 0;  ///< indices of groups
    std::size_t second = 0;
    std::string metric = {};
    double difference = 0;  ///< mean of the second less that of the first
    /// Welch's t-test (Welch, 1947), two-sided; none where a group has one run only.
    std::optional<double> t = {};
    std::optional<double> degrees_of_freedom = {};
    std::optional<double> p_value = {};
    std::optional<double> permutation_p_value = {};  ///< exact, over all ways to form the groups
    bool survives = false;                           ///< p_value < kSignificant

    template <class Visitor>
    static void describe(Visitor& v) {
      using O = Test;
      v.facts("first", &O::first, "second", &O::second, "metric", &O::metric, "difference",
              &O::difference, "t", &O::t, "degrees_of_freedom", &O::degrees_of_freedom, "p_value",
              &O::p_value, "permutation_p_value", &O::permutation_p_value, "survives",
              &O::survives);
    }
  };

  std::vector<Group> groups = {};
  std::vector<Test> tests = {};
  std::string sentence = {};  ///< whether the difference survives, in words

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = SeedGroups;
    v.facts("groups", &O::groups, "tests", &O::tests, "sentence", &O::sentence);
  }
};

/// Scores of the runs of two groups -> Welch's test and the permutation test.
SeedGroups::Test test_groups(const std::vector<double>& first, const std::vector<double>& second);

/// Two-sided p-value of Student's t.
double student_p_value(double t, double degrees_of_freedom);

}  // namespace regard::compare
