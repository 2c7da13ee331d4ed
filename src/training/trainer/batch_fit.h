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

  /// The peak.
  int64_t peak() const;

 private:
  class Count;
  std::shared_ptr<Count> count_;
  c10::DebugInfoGuard guard_;
};

/// A product (rows, inner) x (inner, columns).
struct ProductShape {
  int64_t rows = 768, inner = 768, columns = 768;
};

/// Floating-point operations per second of such products on the device, as the models compute them,
/// at the current precision (trainer/trainer_step.h). The fastest of several, because other work on
/// the machine only slows them down. Takes a fraction of a second.
double measure_product_rate(torch::Device device, const ProductShape& shape = {});

/// bf16 if it makes products of a training step's size clearly faster, else float32. This is
/// measured: without instructions for bfloat16, or where rounding costs what the products gain, the
/// result is float32.
config::Precision faster_precision(torch::Device device);

/// The precision that the options name, or else the faster one.
config::Precision chosen_precision(const config::TrainingOptions& training, torch::Device device);

/// Upper limit of a batch found by trial: a step's products fill a device's caches and cores by
/// then, and larger ones are not faster.
inline constexpr int64_t kEnoughTokensOfACpu = 8192;
inline constexpr int64_t kEnoughTokensOfAGpu = 131072;

/// The largest batch, in tokens and a power of two, whose gradients fit in memory with the state
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
