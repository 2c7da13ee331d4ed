#include "ops/attention_recurrence.h"

#include "ops/attention_of_steps.h"
#include "ops/bodies.h"
#include "ops/dropout.h"
#include "ops/head_attention.h"
#include "ops/probe.h"

namespace regard::ops {

Attended additive_attention(const torch::Tensor& query, const AdditiveMemory& memory) {
  auto weights =  // (batch, query, source)
      masked_softmax(additive_score(query, memory.keys, memory.w_v), memory.mask);
  auto context = REGARD_OBSERVED(
      "context", seeded_dropout(weights, memory.dropout, memory.dropout > 0).bmm(memory.values));
  return {std::move(context), std::move(weights)};
}

RecurrenceOutput attention_recurrence(const torch::Tensor& embedding_gates, const Attend& attend,
                                      const DecoderWeights& weights,
                                      const RecurrentState& initial) {
  const StepLinear context_gates(weights.context);
  const RecurrentStack layers(weights.cell, weights.layers, weights.dropout);
  auto state = initial;
  std::vector<torch::Tensor> states, contexts, maps;  // by step
  for (const auto& gates : embedding_gates.unbind(0)) {
    const auto attended = attend(REGARD_OBSERVED("query", state.back().hidden.unsqueeze(1)));
    contexts.push_back(attended.context.squeeze(1));
    state = layers(context_gates(contexts.back(), gates), state);
    states.push_back(state.back().hidden);
    if (attended.weights.defined()) maps.push_back(attended.weights);
  }
  auto attention =
      maps.empty() ? torch::Tensor() : torch::cat(maps, -2);  // (batch, [heads,] steps, source)
  if (attention.defined() && attention.dim() == 3) attention = attention.unsqueeze(1);
  return {torch::stack(states), torch::stack(contexts), attention, state};
}

RecurrenceOutput attention_recurrence(const torch::Tensor& embedding_gates,
                                      const AdditiveMemory& memory, const DecoderWeights& weights,
                                      const RecurrentState& initial) {
  TORCH_CHECK(initial.size() == weights.layers.size(), "attention_recurrence: initial state of ",
              initial.size(), " layers for ", weights.layers.size());
  TORCH_CHECK(
      memory.keys.size(2) == memory.w_v.size(0) && memory.keys.size(1) == memory.values.size(1),
      "attention_recurrence: keys ", memory.keys.sizes(), " and values ", memory.values.sizes(),
      " for w_v of ", memory.w_v.sizes());
  const bool one_step = embedding_gates.size(0) == 1;  // as in search: preparing would not pay off
  if (!one_step && may_fuse(embedding_gates))
    return fused_attention_recurrence(embedding_gates, memory, weights, initial);
  const StepLinear project_query(memory.W_q);
  const auto attend = [&](const torch::Tensor& query) -> Attended {
    return additive_attention(project_query(query.squeeze(1)).unsqueeze(1), memory);
  };
  return attention_recurrence(embedding_gates, attend, weights, initial);
}

}  // namespace regard::ops
