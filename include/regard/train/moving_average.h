#pragma once
#include <map>
#include <string>
#include <vector>

#include "regard/train/optimizer.h"

namespace regard::train {

/// An exponential moving average of weights: after each step, average += (1 - d) * (weight -
/// average), where d is `decay`, but at most (1 + step) / (10 + step), so that it does not remember
/// the random weights of the beginning. Averages of a trajectory predict better than its last point
/// (Polyak and Juditsky, 1992).
class MovingAverage {
 public:
  using NamedTensors = Optimizer::NamedTensors;

  /// Of `weights`, which are shared with the model. With `decay` 0 there is no average: update()
  /// does nothing, and state() is empty.
  MovingAverage(NamedTensors weights, double decay);

  /// Takes in the weights after step number `step`, from 1.
  void update(int64_t step);

  /// What resuming needs: "average.NAME".
  NamedTensors state() const;
  /// Takes such a state over; other tensors may stand beside it. Throws Error where a tensor is
  /// missing or has another shape.
  void load_state(const std::map<std::string, torch::Tensor>& state);

 private:
  friend class AveragedWeights;
  void swap_with_weights();

  NamedTensors weights_;
  double decay_;
  std::vector<torch::Tensor> averages_;  // none without decay
};

/// While it lives, the model has the averages as its weights. One at a time.
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
