#pragma once
#include <optional>
#include <string>

#include "regard/base/interrupt.h"
#include "regard/config/experiment.h"

namespace regard::train {

struct RunOptions {
  std::string directory;
  bool resume = false;  ///< go on with the run that the directory holds; begin one if it holds none
  bool overwrite = false;  ///< remove the run that the directory holds
};

/// The whole of `regard train`, of a translation or a language model: reads and cleans the texts,
/// makes or takes tokenizers, trains, and measures the model on the test text. Leaves a run
/// directory; nothing is written before all texts are read and checked. Returns the signal that
/// stopped it, if one did; its state is then saved.
std::optional<int> train(config::Experiment experiment, RunOptions options,
                         const InterruptGuard& interrupt);

/// Whether the run in `directory` is one of this experiment, whatever its threads and device, that
/// has come to its end.
bool is_done(const config::Experiment& experiment, const std::string& directory);

}  // namespace regard::train
