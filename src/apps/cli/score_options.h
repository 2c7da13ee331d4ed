#pragma once
#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "metrics/metric_table.h"
#include "metrics/score_format.h"

namespace regard::cli {

/// A metric with its options from the command line.
struct NamedMetric {
  std::string name;
  std::unique_ptr<metrics::Metric> metric;
};

/// Arguments of `regard score --model`.
struct ModelScoreArguments {
  std::string model;
  std::string source;
  std::string target;  ///< "-" is standard input
  bool json = true;    ///< false: only the log-probability of each line
};

/// The arguments of `regard score`, whose options are named like sacreBLEU's.
struct ScoreArguments {
  std::vector<std::string> references;
  int references_per_line = 1;      ///< separated by tabs
  std::vector<std::string> inputs;  ///< none: standard input
  std::vector<std::string> metric_names = {"bleu"};
  bool sentence_level = false;
  bool force = false;
  std::vector<NamedMetric> metrics;  ///< all metrics that can be computed
  bool confidence = false;
  std::int64_t confidence_resamples = 1000;
  bool paired_bootstrap = false;
  std::int64_t paired_resamples = 1000;
  bool paired_randomization = false;
  std::int64_t paired_trials = 10000;
  std::uint64_t seed = 12345;
  std::string seed_text = "12345";  ///< as written in signatures
  metrics::ScoreFormat output;
  std::string alignment;         ///< a gold alignment: the inputs are lines of links
  ModelScoreArguments by_model;  ///< with --model, only these and the format matter

  bool is_paired() const { return paired_bootstrap || paired_randomization; }
};

void declare_score_options(CLI::App& command, ScoreArguments& arguments);

/// Interprets the arguments that CLI11 leaves: references, and options by sacreBLEU's short names.
void read_score_leftovers(CLI::App& command, ScoreArguments& arguments);

/// Reads the environment, and throws Error for values that no metric accepts.
void check_score_arguments(ScoreArguments& arguments);

}  // namespace regard::cli
