#include "scoring/score_text.h"

#include <algorithm>
#include <cmath>

#include "module_search/batches.h"
#include "scoring/negative_log_likelihood.h"
#include "text/special_tokens.h"

namespace regard::translate {

TextScore score_text(model::Seq2SeqModel& model, std::span<const Tokens> sources,
                     std::span<const Tokens> targets, const std::function<void()>& before_batch,
                     int64_t most_tokens) {
  const torch::InferenceMode inference;
  const EvalMode eval(model);
  const auto device = device_of(model);
  TextScore score;
  for (const auto& target : targets) score.tokens += static_cast<int64_t>(target.size());
  if (score.tokens == 0) return score;

  auto sum = torch::zeros({}, torch::dtype(torch::kFloat64).device(device));
  const auto add = [&](const PairBatch& batch) {
    before_batch();
    const auto memory = model.encode(batch.source, batch.source_lengths);
    const auto states = model.decode_states(batch.target_input, memory);  // (batch, target, size)
    const auto real = batch.target != text::kPad;
    sum += negative_log_likelihood(model.output_layer(), states.index({real}),
                                   batch.target.index({real}));
  };
  for_each_batch(sources, targets, sources.size(), static_cast<size_t>(most_tokens), device, add);
  score.loss = sum.item<double>() / static_cast<double>(score.tokens);
  score.perplexity = std::exp(score.loss);
  return score;
}

}  // namespace regard::translate
