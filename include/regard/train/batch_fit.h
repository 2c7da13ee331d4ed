#pragma once
#include <torch/types.h>

#include <cstdint>

#include "regard/config/training_options.h"
#include "regard/train/task.h"

namespace regard::train {

/// No batch that is found is larger: a step's products fill a device's caches and cores by then,
/// and larger ones get no faster.
inline constexpr int64_t kEnoughTokensOfACpu = 8192;
inline constexpr int64_t kEnoughTokensOfAGpu = 131072;

/// The largest batch, in tokens and a power of two, for whose gradients the memory suffices, beside
/// what optimizer and averages hold. On a CPU two small batches are tried, to see what a token
/// takes, and half of the `available` bytes may be used; on a GPU larger and larger ones, until one
/// does not fit. Random generators stay as they are. Throws Error where not even a small one fits.
int64_t largest_batch(Task& task, torch::Device device, int64_t available);

/// What training.batch_tokens stands for where it is `auto`, given what fits: at most that, and so
/// much that a whole number of batches for each of the processes make training.update_tokens.
int64_t batch_tokens_of_auto(const config::TrainingOptions& options, int64_t fitting,
                             int64_t processes = 1);

/// Batches that each of the processes reads for an update: as many as hold training.update_tokens,
/// else training.accumulate. batch_tokens must be known.
int64_t batches_of_update(const config::TrainingOptions& options, int64_t processes = 1);

}  // namespace regard::train
