#pragma once
#include <functional>
#include <optional>

#include "base/process.h"
#include "parallel/gradient_reducer.h"
#include "parallel/group.h"
#include "trainer/task.h"
#include "trainer/training_state.h"

namespace regard::train {

/// The collective part of training with several processes, each of which computes its share of
/// every step's batches. They end a step with the same gradients, and so with the same weights. A
/// single process has no overhead.
class DataParallel {
 public:
  /// `group` must outlive the object.
  DataParallel(const parallel::GradientReducer::NamedTensors& parameters, parallel::Group& group,
               int64_t seed);

  /// Gives each process its own random stream, a function of the seed, its rank and the step, so
  /// that no state needs saving. (A single process keeps its stream.)
  void begin_step(int64_t step) const;
  /// Announces the last backward pass of a step: gradients that it completes may be sent.
  void before_last_backward();
  /// Returns whether nothing has been sent yet; if so, the step is undone and can be repeated.
  bool give_up_step();
  /// Sums gradients and losses; token counts are already global.
  void end_step(StepSums& sums);

  /// Throws Interrupted in all processes if a signal asked one of them to stop.
  void stop_if_requested(const InterruptGuard& interrupt) const;
  /// Rank 0 does the work; the other ranks then continue with its progress. If a signal interrupts
  /// the work, all ranks throw Interrupted.
  void by_the_first(Progress& progress, const std::function<void()>& work) const;

 private:
  parallel::Group& group_;
  std::optional<parallel::GradientReducer> reducer_;
  int64_t seed_;
};

}  // namespace regard::train
