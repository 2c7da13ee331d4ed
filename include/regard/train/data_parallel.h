#pragma once
#include <functional>
#include <optional>

#include "regard/base/interrupt.h"
#include "regard/parallel/gradient_reducer.h"
#include "regard/parallel/group.h"
#include "regard/train/task.h"
#include "regard/train/training_state.h"

namespace regard::train {

/// What several processes do together in a training, each with its share of every step's batches:
/// they end a step with the same gradients, and so with the same weights. Where a process is alone,
/// nothing of it costs anything.
class DataParallel {
 public:
  /// `group` stays the caller's.
  DataParallel(const parallel::GradientReducer::NamedTensors& parameters, parallel::Group& group,
               int64_t seed);

  /// Gives each process a stream of random numbers of its own, which depends on the seed, its rank
  /// and the step alone: nothing of it needs to be saved. (One that is alone keeps its stream.)
  void begin_step(int64_t step) const;
  /// From here on gradients are complete, and travel.
  void before_last_backward();
  /// Whether nothing has travelled yet, so that the step can be begun again; then it is as before.
  bool give_up_step();
  /// Sums gradients and losses; token counts are those of all processes already.
  void end_step(StepSums& sums);

  /// Throws Interrupted in all processes where a signal asked one of them to stop.
  void stop_if_requested(const InterruptGuard& interrupt) const;
  /// The first process does the work, and all others go on with the progress that it has then. A
  /// signal that ends the work ends it in all: Interrupted.
  void by_the_first(Progress& progress, const std::function<void()>& work) const;

 private:
  parallel::Group& group_;
  std::optional<parallel::GradientReducer> reducer_;
  int64_t seed_;
};

}  // namespace regard::train
