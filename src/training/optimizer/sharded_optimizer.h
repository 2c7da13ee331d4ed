#pragma once
#include <vector>

#include "optimizer/optimizer.h"
#include "parallel/group.h"

namespace regard::train {

/// An optimizer whose state is spread over the processes: each keeps the state of its share of the
/// parameters, updates them and sends them to all others (stage 1 of Rajbhandari et al., 2020,
/// arXiv:1910.02054). The updates equal those of the unsharded optimizer. Shares consist of whole
/// parameters, so the largest share is at least as large as the largest parameter.
class ShardedOptimizer : public Optimizer {
 public:
  /// `group` must outlive the optimizer.
  ShardedOptimizer(const NamedTensors& parameters, const config::OptimizerOptions& options,
                   parallel::Group& group);

  /// Collective: all processes call it together.
  void step(double learning_rate) override;

  /// The state of all shares, complete on rank 0 only. Collective.
  NamedTensors state() const override;
  /// Each process restores the state of its own share.
  void load_state(const std::map<std::string, torch::Tensor>& state,
                  const std::string& where) override {
    mine_->load_state(state, where);
  }

 private:
  parallel::Group& group_;
  config::OptimizerOptions options_;
  std::vector<NamedTensors> parts_;  // the shares of the parameters, by rank
  std::unique_ptr<Optimizer> mine_;
};

}  // namespace regard::train
