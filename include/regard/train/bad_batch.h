#pragma once
#include <cstdint>
#include <span>
#include <string>

#include "regard/train/run_directory.h"
#include "regard/train/task.h"

namespace regard::train {

/// The first places of a batch, for a line of the log: "train.en:3, train.en:17 and 40 more".
std::string places_in_words(std::span<const BatchText> texts);

/// Ends a training that cannot go on: writes the batch to the run directory, a line "file:line",
/// tab, text for each of its sentences, and throws an Error that names `what`, step, lines, that
/// file and the state that is left.
[[noreturn]] void fail_not_finite(const std::string& what, int64_t step,
                                  std::span<const BatchText> texts, const RunDirectory& directory);

}  // namespace regard::train
