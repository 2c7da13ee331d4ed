#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/append_file.h"
#include "trainer/event_file.h"
#include "trainer/task.h"
#include "trainer/training_state.h"

namespace regard::train {

/// Figures of one moment of a run, in display order.
using Figures = std::vector<std::pair<std::string, double>>;

/// The log of a run: log.jsonl, one event per line, and TensorBoard's event files, which also have
/// the run's config as a text. Throws Error if a file cannot be written.
class TrainingLog {
 public:
  /// Appends to `directory`/log.jsonl after its first `keep_bytes`: lines that a killed run wrote
  /// after the state it resumes from are written again.
  TrainingLog(const std::string& directory, int64_t keep_bytes);

  /// {"event": "train", "step": 100, "loss": 3.2, …}; for TensorBoard "train/loss" at that step.
  void write(const std::string& event, int64_t step, const Figures& figures);
  /// For TensorBoard only.
  void write_text(const std::string& tag, int64_t step, const std::string& markdown);
  void flush();
  /// Brings log.jsonl to the disk.
  void sync();
  /// Bytes of log.jsonl so far.
  int64_t bytes();

 private:
  AppendFile lines_;
  EventFile events_;
};

/// A table of source, reference and translation, in Markdown.
std::string samples_in_markdown(const std::vector<Validation::Sample>& samples);

/// "minutes", and "joules" if known.
void add_cost(Figures& figures, const Cost& cost);

/// Scores of translations, if measured.
void add_scores(Figures& figures, const Validation& result);

}  // namespace regard::train
