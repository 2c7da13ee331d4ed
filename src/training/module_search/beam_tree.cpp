#include "module_search/beam_tree.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace regard::search {
namespace {

// The node of these tokens. It exists, because a finished hypothesis was alive before.
size_t place_of(const std::vector<BeamNode>& nodes, std::span<const int64_t> tokens) {
  for (size_t place = 0; place < nodes.size(); ++place) {
    if (!nodes[place].finished && std::ranges::equal(nodes[place].tokens, tokens)) return place;
  }
  throw std::logic_error("beam_tree: a hypothesis without the one that it continues");
}

}  // namespace

BeamTree beam_tree(const StepFunction& step, int64_t max_length, const BeamSearchOptions& options) {
  BeamTree tree;
  tree.steps.push_back({BeamNode{.tokens = {}, .probability = 1.0}});
  std::vector<torch::Tensor> log_probs;  // of each step, as the model gave them
  const auto probability = [&](size_t depth, size_t row, int64_t token) {
    return std::exp(log_probs[depth][static_cast<int64_t>(row)][token].item<double>());
  };

  const auto taking_notes = [&](const StepInput& input) {
    if (!input.parents.empty()) {
      const auto& before = tree.steps.back();
      std::vector<BeamNode> nodes;
      for (size_t row = 0; row < input.previous.size(); ++row) {
        const auto parent = static_cast<size_t>(input.parents[row]);
        BeamNode node{
            .tokens = before[parent].tokens,
            .parent = parent,
            .probability = probability(log_probs.size() - 1, parent, input.previous[row])};
        node.tokens.push_back(input.previous[row]);
        nodes.push_back(std::move(node));
      }
      tree.steps.push_back(std::move(nodes));
    }
    const auto result = step(input);
    log_probs.push_back(result.log_probs.clone());  // search overwrites it
    return result;
  };

  const std::vector<int64_t> max_lengths = {max_length};
  tree.n_best = beam_search(taking_notes, max_lengths, options).front();
  for (const auto& hypothesis : tree.n_best) {
    const auto length = hypothesis.tokens.size();
    if (tree.steps.size() <= length) tree.steps.resize(length + 1);
    const auto before = std::span(hypothesis.tokens).first(length - 1);
    const size_t parent = place_of(tree.steps[length - 1], before);
    tree.steps[length].push_back(
        {.tokens = hypothesis.tokens,
         .parent = parent,
         .probability = probability(length - 1, parent, hypothesis.tokens.back()),
         .finished = true});
  }
  return tree;
}

}  // namespace regard::search
