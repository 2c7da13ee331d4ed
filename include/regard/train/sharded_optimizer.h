#pragma once
#include <vector>

#include "regard/parallel/group.h"
#include "regard/train/optimizer.h"

namespace regard::train {

/// An optimiser whose state is spread over the processes: each keeps that of its part of the
/// parameters and updates those, then sends them to all others (stage 1 of Rajbhandari et al.,
/// 2020, arXiv:1910.02054). The updates are those of the optimiser itself. A part is made of whole
/// parameters, so that no process holds less than the largest one needs.
class ShardedOptimizer : public Optimizer {
 public:
  /// `group` stays the caller's.
  ShardedOptimizer(const NamedTensors& parameters, const config::TrainingOptions& options,
                   parallel::Group& group);

  /// All processes together.
  void step(double learning_rate) override;

  /// The state of all parts, whole in the first process only. All processes together.
  NamedTensors state() const override;
  /// Each process takes what belongs to its part.
  void load_state(const std::map<std::string, torch::Tensor>& state) override;

 private:
  parallel::Group& group_;
  config::TrainingOptions options_;
  std::vector<NamedTensors> parts_;  // of the parameters, by rank
  std::unique_ptr<Optimizer> mine_;
};

}  // namespace regard::train
