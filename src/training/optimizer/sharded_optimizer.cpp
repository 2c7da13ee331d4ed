#include "optimizer/sharded_optimizer.h"

#include <algorithm>
#include <numeric>

namespace regard::train {
namespace {

int64_t elements_of(const NamedTensors& parameters) {
  return std::accumulate(
      parameters.begin(), parameters.end(), int64_t{0},
      [](int64_t sum, const auto& parameter) { return sum + parameter.second.numel(); });
}

/// Assigns the parameters, largest first, each to the share with the fewest elements so far.
std::vector<NamedTensors> parts_of(NamedTensors parameters, int64_t parts) {
  std::stable_sort(parameters.begin(), parameters.end(), [](const auto& a, const auto& b) {
    return a.second.numel() > b.second.numel();
  });
  std::vector<NamedTensors> result(static_cast<size_t>(parts));
  for (auto& parameter : parameters) {
    const auto smallest = std::min_element(
        result.begin(), result.end(),
        [](const auto& a, const auto& b) { return elements_of(a) < elements_of(b); });
    smallest->push_back(std::move(parameter));
  }
  return result;
}

/// Names and shapes of the optimizer's state for these parameters, without allocating its memory.
NamedTensors outline(const NamedTensors& parameters, const config::OptimizerOptions& options) {
  NamedTensors shapes;
  for (const auto& [name, parameter] : parameters) {
    shapes.emplace_back(name, torch::empty_like(parameter, torch::kMeta));
  }
  return make_optimizer(std::move(shapes), options)->state();
}

}  // namespace

ShardedOptimizer::ShardedOptimizer(const NamedTensors& parameters,
                                   const config::OptimizerOptions& options, parallel::Group& group)
    : Optimizer(parameters),
      group_(group),
      options_(options),
      parts_(parts_of(parameters, group.size())),
      mine_(make_optimizer(parts_[static_cast<size_t>(group.rank())], options)) {}

void ShardedOptimizer::step(double learning_rate) {
  const torch::NoGradGuard no_grad;
  mine_->step(learning_rate);
  for (int64_t rank = 0; rank < group_.size(); ++rank) {
    const auto& part = parts_[static_cast<size_t>(rank)];
    if (part.empty()) continue;
    // One message per share, not one per parameter.
    torch::Tensor elements;
    if (rank == group_.rank()) {
      std::vector<torch::Tensor> flat;
      for (const auto& [name, parameter] : part) flat.push_back(parameter.flatten());
      elements = torch::cat(flat);
    } else {
      elements = torch::empty({elements_of(part)}, part.front().second.options());
    }
    group_.broadcast(elements, rank);
    if (rank == group_.rank()) continue;
    int64_t begin = 0;
    for (const auto& [name, parameter] : part) {
      parameter.detach().copy_(
          elements.narrow(0, begin, parameter.numel()).view(parameter.sizes()));
      begin += parameter.numel();
    }
  }
}

NamedTensors ShardedOptimizer::state() const {
  const auto own = mine_->state();
  NamedTensors whole;
  for (int64_t rank = 0; rank < group_.size(); ++rank) {
    const auto& part = parts_[static_cast<size_t>(rank)];
    if (part.empty()) continue;
    const auto device = part.front().second.device();
    const auto shapes = outline(part, options_);
    for (size_t i = 0; i < shapes.size(); ++i) {
      auto tensor = rank == group_.rank() ? own[i].second.contiguous()
                                          : torch::empty(shapes[i].second.sizes(),
                                                         shapes[i].second.options().device(device));
      group_.broadcast(tensor, rank);
      if (group_.is_first()) whole.emplace_back(shapes[i].first, std::move(tensor));
    }
  }
  return whole;
}

}  // namespace regard::train
