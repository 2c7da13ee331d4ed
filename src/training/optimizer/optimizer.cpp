#include "optimizer/optimizer.h"

#include "optimizer/adam.h"
#include "optimizer/sgd.h"

namespace regard::train {

void Optimizer::zero_grad() {
  for (auto& [name, parameter] : parameters_) parameter.mutable_grad().reset();
}

std::unique_ptr<Optimizer> make_optimizer(NamedTensors parameters,
                                          const config::OptimizerOptions& options) {
  if (options.optimizer == config::OptimizerKind::sgd) {
    return std::make_unique<Sgd>(std::move(parameters), options);
  }
  return std::make_unique<Adam>(std::move(parameters), options);
}

}  // namespace regard::train
