#pragma once
#include <torch/types.h>

#include <cstdint>

#include "config/training_options.h"
#include "trainer/task.h"

namespace regard::train {

/// Upper limit of a batch found by trial: a step's products fill a device's caches and cores by
/// then, and larger ones are no faster.
inline constexpr int64_t kEnoughTokensOfACpu = 8192;
inline constexpr int64_t kEnoughTokensOfAGpu = 131072;

/// The largest batch, in tokens and a power of two, whose gradients fit in memory beside the state
/// of optimizer and averages. On a CPU, two small batches show what a token takes, and half of the
/// `available` bytes may be used; on a GPU, batches grow until one does not fit. Random generators
/// keep their state. Throws Error if not even a small batch fits.
int64_t largest_batch(Task& task, torch::Device device, int64_t available);

/// The value of training.batch_tokens where it is `auto`, given what fits: at most that, and such
/// that training.update_tokens is a whole number of batches for each process.
int64_t batch_tokens_of_auto(const config::BatchOptions& options, int64_t fitting,
                             int64_t processes = 1);

/// Batches that each process reads for an update: as many as training.update_tokens takes, or
/// training.accumulate. batch_tokens must be known.
int64_t batches_of_update(const config::BatchOptions& options, int64_t processes = 1);

}  // namespace regard::train
