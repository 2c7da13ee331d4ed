#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "regard/base/append_file.h"
#include "regard/train/event_file.h"
#include "regard/train/task.h"
#include "regard/train/training_state.h"

namespace regard::train {

/// Figures of one moment of a run, in the order in which they are shown.
using Figures = std::vector<std::pair<std::string, double>>;

/// What a run leaves for people and programs to look at: log.jsonl, a line an event, and
/// TensorBoard's event files. What cannot be written is an Error.
class TrainingLog {
 public:
  /// Appends to `directory`/log.jsonl after its first `keep_bytes`: what a killed run wrote after
  /// the state that it resumes from is written again.
  TrainingLog(const std::string& directory, int64_t keep_bytes);

  /// {"event": "train", "step": 100, "loss": 3.2, …}; for TensorBoard "train/loss" at that step.
  void write(const std::string& event, int64_t step, const Figures& figures);
  void flush();
  /// Bytes of log.jsonl so far.
  int64_t bytes();

 private:
  AppendFile lines_;
  EventFile events_;
};

/// Minutes of training until now, and joules where they are known.
void add_cost(Figures& figures, const Progress& progress);

/// BLEU and chrF, where they were measured.
void add_scores(Figures& figures, const Validation& result);

}  // namespace regard::train
