#pragma once
#include <cstdint>
#include <span>
#include <string>

#include "trainer/run_directory.h"
#include "trainer/task.h"

namespace regard::train {

/// Where the first lines of a batch come from, for the log: "train.en:3, train.en:17 and 40 more".
std::string places_in_words(std::span<const BatchText> texts);

/// Ends a training that cannot continue: writes the batch to the run directory, one line per
/// sentence ("file:line", tab, text), and throws an Error with `what`, the step, the lines, that
/// file and the last saved state.
[[noreturn]] void fail_not_finite(const std::string& what, int64_t step,
                                  std::span<const BatchText> texts, const RunDirectory& directory);

}  // namespace regard::train
