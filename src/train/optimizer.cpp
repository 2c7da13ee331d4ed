#include "regard/train/optimizer.h"

#include "regard/base/error.h"
#include "regard/base/str.h"
#include "regard/train/adam.h"
#include "regard/train/sgd.h"

namespace regard::train {

void Optimizer::zero_grad() {
  for (auto& [name, parameter] : parameters_) parameter.mutable_grad().reset();
}

void Optimizer::load_state(const std::map<std::string, torch::Tensor>& state) {
  const torch::NoGradGuard no_grad;
  for (auto& [name, tensor] : this->state()) {
    const auto found = state.find(name);
    if (found == state.end() || found->second.sizes() != tensor.sizes()) {
      throw Error(str("the optimizer's state lacks ", name, ", or has it in another shape"), "",
                  "train again without --resume", ExitCode::failure);
    }
    tensor.copy_(found->second);
  }
}

std::unique_ptr<Optimizer> make_optimizer(Optimizer::NamedTensors parameters,
                                          const config::TrainingOptions& options) {
  if (options.optimizer == "sgd") {
    return std::make_unique<Sgd>(std::move(parameters),
                                 SgdOptions{.momentum = options.momentum,
                                            .weight_decay = options.weight_decay,
                                            .decay_all = options.decayed == "all"});
  }
  return std::make_unique<Adam>(std::move(parameters),
                                AdamOptions{.beta1 = options.beta1,
                                            .beta2 = options.beta2,
                                            .epsilon = options.epsilon,
                                            .weight_decay = options.weight_decay,
                                            .decoupled = options.optimizer == "adamw",
                                            .decay_all = options.decayed == "all"});
}

}  // namespace regard::train
