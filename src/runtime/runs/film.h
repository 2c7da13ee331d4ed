#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "base/atomic_file.h"

namespace regard::train {

/// A sentence of the validation set with its translation at some point in training.
struct FilmedSentence {
  std::string source = {};
  std::string reference = {};
  std::string translation = {};
  std::vector<std::string> source_words = {};
  std::vector<std::string> target_words = {};
  /// Rows: target words; columns: source words. Empty if the model has no attention.
  std::vector<std::vector<float>> attention = {};
};

/// The gradient norm of a layer's parameters, before clipping.
struct GradientNorm {
  std::string layer = {};
  double norm = 0;
};

/// A training run after a given step. Uses the weights themselves, not their moving average.
struct Frame {
  int64_t step = 0;
  double seconds = 0;  ///< training time so far, as in Progress::cost
  double loss = 0;     ///< loss per target token of the step's batches
  double gradient_norm = 0;
  std::vector<GradientNorm> layers = {};  ///< the parts of `gradient_norm`
  std::vector<FilmedSentence> sentences = {};
};

/// The film of a run, film.jsonl: one frame per line, a JSON object whose keys are the member
/// names. `layers` maps layers to norms, and attention weights have three decimals. Throws Error if
/// the file cannot be written.
class FilmFile {
 public:
  /// Appends to `directory`/film.jsonl after its first `keep_bytes`. Frames that a killed run added
  /// after its last checkpoint are recorded again.
  FilmFile(const std::string& directory, int64_t keep_bytes);

  void add(const Frame& frame);
  /// Flushes film.jsonl to disk (fsync).
  void sync() { lines_.sync(); }
  /// Current size of film.jsonl.
  int64_t bytes() const { return lines_.size(); }

 private:
  AppendFile lines_;
};

/// Whether a run directory has a film with at least one frame.
bool has_film(const std::string& directory);

/// The frames of the run in a directory, in step order. An invalid last line is skipped, because an
/// active run may be writing it. Throws Error for any other invalid line, or if there is no film.
std::vector<Frame> read_film(const std::string& directory);

}  // namespace regard::train
