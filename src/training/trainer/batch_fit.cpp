#include "trainer/batch_fit.h"

#include <ATen/Context.h>
#include <ATen/core/Generator.h>
#include <c10/core/Allocator.h>
#include <torch/types.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <mutex>
#include <utility>
#include <vector>

#include "base/machine.h"
#include "base/stopwatch.h"
#include "ops/affine.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "trainer/trainer_step.h"

namespace regard::train {

/// Receives the size of each tensor from LibTorch's allocators, as a profiler does. Does not count
/// frees of tensors that are older than itself.
class MemoryMeter::Count : public c10::MemoryReportingInfoBase {
 public:
  void reportMemoryUsage(void*, int64_t bytes, size_t, size_t, c10::Device) override {
    const std::lock_guard lock(mutex_);
    now_ = std::max<int64_t>(now_ + bytes, 0);
    peak_ = std::max(peak_, now_);
  }
  bool memoryProfilingEnabled() const override { return true; }

  int64_t peak() const {
    const std::lock_guard lock(mutex_);
    return peak_;
  }

 private:
  mutable std::mutex mutex_;
  int64_t now_ = 0, peak_ = 0;
};

MemoryMeter::MemoryMeter()
    : count_(std::make_shared<Count>()), guard_(c10::DebugInfoKind::PROFILER_STATE, count_) {}

int64_t MemoryMeter::peak() const { return count_->peak(); }

double measure_product_rate(torch::Device device, const ProductShape& shape) {
  constexpr int kProducts = 10;
  const torch::InferenceMode inference;
  const auto options = torch::device(device);
  const auto [rows, inner, columns] = shape;
  // Not drawn from torch's generator, whose random numbers are reserved for training.
  const auto x = torch::linspace(-1, 1, rows * inner, options).view({rows, inner});
  const auto weight = torch::linspace(-1, 1, columns * inner, options).view({columns, inner});
  double seconds = std::numeric_limits<double>::infinity();
  for (int i = 0; i < kProducts; ++i) {
    const Stopwatch stopwatch;
    ops::affine(x, weight)[0][0].item<float>();  // waits for the device
    seconds = std::min(seconds, stopwatch.seconds());
  }
  return 2.0 * static_cast<double>(rows * inner * columns) / seconds;
}

config::Precision faster_precision(torch::Device device) {
  using config::Precision;
  constexpr double kClearly = 1.2;
  constexpr ProductShape kTrainingStep = {.rows = 2048, .inner = 256, .columns = 1024};
  const auto rate = [&](Precision precision) {
    const ProductPrecision products(precision, device);
    return measure_product_rate(device, kTrainingStep);
  };
  return rate(Precision::bf16) > kClearly * rate(Precision::float32) ? Precision::bf16
                                                                     : Precision::float32;
}

config::Precision chosen_precision(const config::TrainingOptions& training, torch::Device device) {
  return training.precision == config::Precision::automatic ? faster_precision(device)
                                                            : training.precision;
}

namespace {

constexpr int64_t kSmallest = 256;
constexpr int64_t kCopiesOfWeights = 3;  // the optimizer's two moments, and an average

int64_t rounded_up(int64_t number, int64_t divisor) { return (number + divisor - 1) / divisor; }

[[noreturn]] void fail_too_small() {
  throw Error(str("is auto, but there is not enough memory for a batch of ", kSmallest, " tokens"),
              "training.batch_tokens",
              "free memory, lower data.max_length or bptt.steps, or use a smaller model",
              ExitCode::failure);
}

/// Restores the random generators of the CPU and of a device at the end of its lifetime.
class GeneratorsKept {
 public:
  explicit GeneratorsKept(torch::Device device) {
    keep(torch::kCPU);
    if (!device.is_cpu()) keep(device);
  }
  ~GeneratorsKept() {
    for (auto& [generator, state] : kept_) generator.set_state(state);
  }
  GeneratorsKept(const GeneratorsKept&) = delete;
  GeneratorsKept& operator=(const GeneratorsKept&) = delete;

 private:
  void keep(torch::Device device) {
    const auto& generator = at::globalContext().defaultGenerator(device);
    kept_.emplace_back(generator, generator.get_state());
  }

  std::vector<std::pair<at::Generator, torch::Tensor>> kept_;
};

void try_batch(Task& task, int64_t tokens) {
  task.model().train();
  task.try_batch(tokens);
}

void drop_gradients(Task& task) {
  for (auto& weight : task.model().parameters()) weight.mutable_grad().reset();
}

int64_t bytes_of_batch(Task& task, int64_t tokens) {
  const MemoryMeter meter;
  try_batch(task, tokens);
  drop_gradients(task);
  return meter.peak();
}

int64_t bytes_of_weights(Task& task) {
  int64_t bytes = 0;
  for (const auto& weight : task.model().parameters()) {
    bytes += static_cast<int64_t>(weight.nbytes());
  }
  return bytes;
}

int64_t largest_by_measure(Task& task, int64_t available) {
  constexpr int64_t kSmall = 2 * kSmallest, kTwice = 2 * kSmall;
  const int64_t small = bytes_of_batch(task, kSmall);
  const int64_t twice = bytes_of_batch(task, kTwice);
  const int64_t of_token = std::max<int64_t>((twice - small) / kSmall, 1);
  const int64_t of_step = std::max<int64_t>(small - kSmall * of_token, 0);
  const int64_t budget = available / 2 - kCopiesOfWeights * bytes_of_weights(task) - of_step;
  if (budget < kSmallest * of_token) fail_too_small();
  const auto tokens = static_cast<uint64_t>(std::min(budget / of_token, kEnoughTokensOfACpu));
  return static_cast<int64_t>(std::bit_floor(tokens));
}

bool fits(Task& task, int64_t tokens) {
  bool fits = true;
  try {
    try_batch(task, tokens);
  } catch (const std::exception& error) {
    if (!is_out_of_memory(error)) throw;
    fits = false;
  }
  drop_gradients(task);
  return fits;
}

int64_t largest_by_trial(Task& task) {
  std::vector<torch::Tensor> state;
  for (int64_t copy = 0; copy < kCopiesOfWeights; ++copy) {
    for (const auto& weight : task.model().parameters()) state.push_back(torch::empty_like(weight));
  }
  int64_t found = 0;
  for (int64_t tokens = kSmallest; tokens <= kEnoughTokensOfAGpu; tokens *= 2) {
    // Requires room for a quarter more, because long training runs fragment memory.
    if (!fits(task, tokens + tokens / 4)) break;
    found = tokens;
  }
  if (found == 0) fail_too_small();
  return found;
}

}  // namespace

int64_t largest_batch(Task& task, torch::Device device, int64_t available) {
  const GeneratorsKept generators(device);
  return device.is_cpu() ? largest_by_measure(task, available) : largest_by_trial(task);
}

int64_t batch_tokens_of_auto(const config::BatchOptions& options, int64_t fitting,
                             int64_t processes) {
  if (options.update_tokens == 0) return fitting;
  const int64_t batches = rounded_up(options.update_tokens, fitting * processes);
  return rounded_up(options.update_tokens, batches * processes);
}

int64_t batches_of_update(const config::BatchOptions& options, int64_t processes) {
  if (options.update_tokens == 0) return options.accumulate;
  return rounded_up(options.update_tokens, options.batch_tokens.number.value() * processes);
}

}  // namespace regard::train
