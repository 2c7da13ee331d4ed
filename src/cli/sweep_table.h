#pragma once
#include <string>
#include <vector>

#include "regard/train/run_log.h"

namespace regard::cli {

struct SweptRun {
  std::string name;
  std::string directory;
  std::string state;  ///< waiting, running, done, failed
  train::RunSummary summary;
};

/// The best first: by BLEU of validation, else by its loss; runs without either last.
void sort_by_score(std::vector<SweptRun>& runs);

/// A line for each run, in that order, below a line of headings: loss and BLEU of validation, BLEU
/// of the test text, steps, minutes.
std::string sweep_table(const std::vector<SweptRun>& runs);

/// The same as JSON: a list of objects, null where a score is missing.
std::string sweep_json(const std::vector<SweptRun>& runs);

}  // namespace regard::cli
