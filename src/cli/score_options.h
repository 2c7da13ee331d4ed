#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "regard/metrics/metric_table.h"
#include "regard/metrics/score_format.h"
#include "score_with_model.h"

namespace CLI {
class App;
}

namespace regard::cli {

/// A metric with the options that were given.
struct NamedMetric {
  std::string name;
  std::unique_ptr<metrics::Metric> metric;
};

/// What `regard score` is asked for, in sacreBLEU's names of options.
struct ScoreArguments {
  std::vector<std::string> references;
  int references_per_line = 1;      ///< separated by tabs
  std::vector<std::string> inputs;  ///< none: standard input
  std::vector<std::string> metric_names = {"bleu"};
  std::string format = "json";
  bool sentence_level = false;
  bool force = false;
  std::vector<NamedMetric> metrics;  ///< all there are, with their options
  bool confidence = false;
  std::int64_t confidence_resamples = 1000;
  bool paired_bootstrap = false;
  std::int64_t paired_resamples = 1000;
  bool paired_randomization = false;
  std::int64_t paired_trials = 10000;
  std::uint64_t seed = 12345;
  std::string seed_text = "12345";  ///< as signatures say it
  metrics::ScoreFormat output;
  ModelScoreArguments by_model;  ///< a model there: nothing else counts but the format

  bool is_paired() const { return paired_bootstrap || paired_randomization; }
};

void declare_score_options(CLI::App& command, ScoreArguments& arguments);

/// Gives what CLI11 has left over its meaning: references, and options by sacreBLEU's short names.
void read_score_leftovers(CLI::App& command, ScoreArguments& arguments);

/// Takes over names and the environment, and refuses what no metric can work with.
void check_score_arguments(ScoreArguments& arguments);

}  // namespace regard::cli
