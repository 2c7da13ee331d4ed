#include "cli/folder_of_runs.h"

#include <algorithm>
#include <filesystem>

#include "base/folder.h"
#include "base/packed_folder.h"
#include "base/regular_file.h"
#include "runs/run_lock.h"
#include "store/model_directory.h"

namespace regard::cli {
namespace {

namespace fs = std::filesystem;

/// The log of a run: one that has no model yet is a run, too.
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
