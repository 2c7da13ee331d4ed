#pragma once
#include <string>
#include <vector>

#include "runs/run_log.h"

namespace regard::cli {

struct SweptRun {
  std::string name;
  std::string directory;
  std::string state;  ///< waiting, running, done, failed
  train::RunSummary summary;
};

/// The best first: by validation BLEU, else by validation loss; runs without either last.
void sort_by_score(std::vector<SweptRun>& runs);

/// A line per run, in that order, after a line of headings: validation loss and BLEU, test BLEU,
/// steps, minutes.
std::string sweep_table(const std::vector<SweptRun>& runs);

/// The same as JSON: a list of objects, null for a missing score.
std::string sweep_json(const std::vector<SweptRun>& runs);

}  // namespace regard::cli
