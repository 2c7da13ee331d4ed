#pragma once
#include <c10/util/ThreadLocalDebugInfo.h>
#include <torch/types.h>
#include <cstdint>
#include <memory>

#include "config/training_options.h"
#include "trainer/task.h"

namespace regard::train {

/// Counts the bytes of tensors created during its lifetime, on any device.
class MemoryMeter {
 public:
  MemoryMeter();

  /// Peak number of bytes.
  int64_t peak() const;

 private:
  class Count;
  std::shared_ptr<Count> count_;
  c10::DebugInfoGuard guard_;
};

/// A matrix multiplication (rows, inner) x (inner, columns).
struct ProductShape {
  int64_t rows = 768, inner = 768, columns = 768;
};

/// Matrix multiplication throughput on the device in FLOP/s, computed as in the models, at the
/// current precision (trainer/trainer_step.h). The fastest of several trials, because other work on
/// the machine only slows them down. Takes a fraction of a second.
double measure_product_rate(torch::Device device, const ProductShape& shape = {});

/// bf16 if a measurement shows that it makes matrix multiplications of a training step's size
/// clearly faster, else float32: for example on a CPU without bfloat16 instructions, or if rounding
/// takes as much time as the multiplications save.
config::Precision faster_precision(torch::Device device);

/// The precision that the options name; the faster one if they say `auto`.
config::Precision chosen_precision(const config::TrainingOptions& training, torch::Device device);

/// Upper limit of a batch size found by trial. A step of this size saturates a device's caches and
/// cores; larger ones are not faster.
inline constexpr int64_t kEnoughTokensOfACpu = 8192;
inline constexpr int64_t kEnoughTokensOfAGpu = 131072;

/// The largest batch size in tokens, a power of two, whose gradients fit in memory with optimizer
/// state and averages. On a CPU, two small batches show the memory per token, and half of the
/// `available` bytes may be used; on a GPU, batches grow until one does not fit. Random generators
/// keep their state. Throws Error if not even a small batch fits.
int64_t largest_batch(Task& task, torch::Device device, int64_t available);

/// The value of training.batch_tokens if it is `auto`: at most `fitting`, and such that
/// training.update_tokens is a whole number of batches for each process.
int64_t batch_tokens_of_auto(const config::BatchOptions& options, int64_t fitting,
                             int64_t processes = 1);

/// Batches that each process reads per update: enough for training.update_tokens, or
/// training.accumulate. batch_tokens must be known.
int64_t batches_of_update(const config::BatchOptions& options, int64_t processes = 1);

}  // namespace regard::train
