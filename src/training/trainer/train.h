#pragma once
#include <optional>
#include <string>

#include "base/interrupt.h"
#include "config/experiment.h"

namespace regard::train {

struct RunOptions {
  std::string directory;
  bool resume = false;     ///< continue the run in the directory; start one if there is none
  bool overwrite = false;  ///< remove the run in the directory
  /// Resume although the texts are others than those the run was begun with.
  bool changed_texts = false;
};

/// All of `regard train`, for a translation or a language model: reads and cleans the texts, makes
/// or takes tokenizers, trains, and measures the model on the test text. Leaves a run directory;
/// writes nothing before all texts are read and checked. Returns the signal that stopped it, if
/// any; its state is saved then.
std::optional<int> train(config::Experiment experiment, RunOptions options,
                         const InterruptGuard& interrupt);

/// Whether the run in `directory` belongs to this experiment, whatever its threads and device, and
/// is complete.
bool is_done(const config::Experiment& experiment, const std::string& directory);

}  // namespace regard::train
