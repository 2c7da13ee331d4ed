#include "cli/commands.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/columns.h"
#include "base/files.h"
#include "base/packed_folder.h"
#include "base/readable.h"
#include "cli/options.h"
#include "metrics/metric_table.h"
#include "runs/run_log.h"
#include "store/model_directory.h"

namespace regard::cli {
namespace {

using train::score_of;

constexpr double kWorst = std::numeric_limits<double>::infinity();

std::string cell_of(std::optional<double> value, int digits) {
  return value ? fixed(*value, digits) : "-";
}

}  // namespace

void sort_by_score(std::vector<SweptRun>& runs) {
  const auto key = [](const SweptRun& run) {
    const auto& summary = run.summary;
    return std::pair(-score_of(summary.scores, "bleu").value_or(-kWorst),
                     summary.loss.value_or(kWorst));
  };
  std::stable_sort(runs.begin(), runs.end(),
                   [&](const SweptRun& a, const SweptRun& b) { return key(a) < key(b); });
}

std::string sweep_table(const std::vector<SweptRun>& runs) {
  std::vector<std::vector<std::string>> rows = {
      {"run", "loss", "BLEU", "test BLEU", "steps", "minutes", "state"}};
  for (const auto& run : runs) {
    const auto& summary = run.summary;
    rows.push_back({run.name, cell_of(summary.loss, 4),
                    cell_of(score_of(summary.scores, "bleu"), 2),
                    cell_of(score_of(summary.test_scores, "bleu"), 2), std::to_string(summary.step),
                    cell_of(summary.minutes, 1), run.state});
  }
  return in_columns(rows);
}

std::string sweep_json(const std::vector<SweptRun>& runs) {
  auto list = nlohmann::ordered_json::array();
  for (const auto& run : runs) {
    const auto& summary = run.summary;
    nlohmann::ordered_json json = {{"run", run.name},
                                   {"directory", run.directory},
                                   {"state", run.state},
                                   {"steps", summary.step},
                                   {"minutes", summary.minutes},
                                   {"loss", json_or_null(summary.loss)}};
    const auto names = metrics::names_of_metrics_that(&metrics::MetricUses::validates);
    for (const auto& name : names) json[name] = json_or_null(score_of(summary.scores, name));
    json["test_loss"] = json_or_null(summary.test_loss);
    for (const auto& name : names) {
      json["test_" + name] = json_or_null(score_of(summary.test_scores, name));
    }
    list.push_back(std::move(json));
  }
  return list.dump(2) + '\n';
}

namespace {

namespace fs = std::filesystem;

/// The log of a run, which may not have a model yet.
std::string log_of(const fs::path& directory) { return directory / "log.jsonl"; }

bool is_run_or_model(const fs::path& directory) {
  return is_there(log_of(directory)) || store::ModelDirectory(directory).holds_model();
}

SweptRun run_at(const fs::path& directory) {
  SweptRun run{.name = directory.filename(),
               .directory = directory,
               .state = "no log",
               .summary = train::read_run_log(directory).summary};
  if (is_there(log_of(directory)))
    run.state = run.summary.ended               ? "done"
                : train::is_training(directory) ? "training"
                                                : "not ended";
  return run;
}

}  // namespace

std::vector<SweptRun> runs_in_folder(const std::string& folder) {
  std::vector<SweptRun> runs;
  if (!is_folder(folder) || is_packed_folder(folder) || is_run_or_model(folder)) return runs;
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (is_folder(entry.path()) && is_run_or_model(entry.path())) found.push_back(entry.path());
  }
  std::ranges::sort(found);
  for (const auto& directory : found) runs.push_back(run_at(directory));
  sort_by_score(runs);
  return runs;
}

}  // namespace regard::cli
