#include "optimizer/named_tensors.h"

#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::train {

void restore(const NamedTensors& tensors, const std::map<std::string, torch::Tensor>& state,
             const std::string& where) {
  const torch::NoGradGuard no_grad;
  for (const auto& [name, tensor] : tensors) {
    const auto found = state.find(name);
    if (found == state.end() || found->second.sizes() != tensor.sizes()) {
      throw Error(str("lacks the tensor ", name, ", or has it in another shape"), where,
                  "it belongs to another model or optimizer; train again with --overwrite",
                  ExitCode::failure);
    }
    tensor.copy_(found->second);
  }
}

}  // namespace regard::train
