#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "base/atomic_file.h"

namespace regard::train {

/// A sentence of the validation text, as the model translates it at some moment.
struct FilmedSentence {
  std::string source = {};
  std::string reference = {};
  std::string translation = {};
  std::vector<std::string> source_words = {};
  std::vector<std::string> target_words = {};
  /// Rows: target words; columns: source words. Empty if the model has no attention.
  std::vector<std::vector<float>> attention = {};
};

/// The norm of the gradient of a layer's parameters, before clipping.
struct GradientNorm {
  std::string layer = {};
  double norm = 0;
};

/// A training at one moment, after a step: its weights themselves, not their moving average.
struct Frame {
  int64_t step = 0;
  double seconds = 0;  ///< seconds of training until then, as in Progress::cost
  double loss = 0;     ///< loss of the step's batches, per target token
  double gradient_norm = 0;
  std::vector<GradientNorm> layers = {};  ///< the parts of `gradient_norm`
  std::vector<FilmedSentence> sentences = {};
};

/// The film of a run, film.jsonl: a frame a line, an object of JSON whose keys are the members'
/// names; `layers` is an object of norms by layer, and weights have three digits. Throws Error if
/// the file cannot be written.
class FilmFile {
 public:
  /// Appends to `directory`/film.jsonl after its first `keep_bytes`: frames that a killed run added
  /// after the state it resumes from are taken again.
  FilmFile(const std::string& directory, int64_t keep_bytes);

  void add(const Frame& frame);
  /// Brings film.jsonl to the disk.
  void sync() { lines_.sync(); }
  /// Bytes of film.jsonl so far.
  int64_t bytes() const { return lines_.size(); }

 private:
  AppendFile lines_;
};

/// The frames of the run in a directory, in the order of their steps. A last line that is no frame
/// is left out: an active run may be writing it. Throws Error for any other, and if there is
/// no film.
std::vector<Frame> read_film(const std::string& directory);

}  // namespace regard::train
