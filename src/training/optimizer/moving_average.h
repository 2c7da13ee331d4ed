#pragma once
#include <vector>

#include "optimizer/named_tensors.h"

namespace regard::train {

/// An exponential moving average of weights: after each step, average += (1 - d) * (weight -
/// average), where d is `decay`, but at most (1 + step) / (10 + step), which forgets the random
/// initial weights. Averages of a trajectory predict better than its last point (Polyak and
/// Juditsky, 1992).
class MovingAverage {
 public:
  /// Averages `weights`, which are shared with the model. With `decay` 0 there is no average:
  /// update() does nothing, and state() is empty.
  MovingAverage(NamedTensors weights, double decay);

  /// Adds the weights after step number `step`, from 1.
  void update(int64_t step);

  /// The averages themselves, to save and to restore: "average.NAME".
  NamedTensors state() const;

 private:
  friend class AveragedWeights;
  void swap_with_weights();

  NamedTensors weights_;
  double decay_;
  std::vector<torch::Tensor> averages_;  // empty without decay
};

/// Makes the averages the model's weights during its lifetime. One at a time.
class AveragedWeights {
 public:
  explicit AveragedWeights(MovingAverage& average) : average_(average) {
    average_.swap_with_weights();
  }
  ~AveragedWeights() { average_.swap_with_weights(); }
  AveragedWeights(const AveragedWeights&) = delete;
  AveragedWeights& operator=(const AveragedWeights&) = delete;

 private:
  MovingAverage& average_;
};

}  // namespace regard::train
