#include "regard/translate/score_text.h"

#include <algorithm>
#include <cmath>

#include "regard/text/special_tokens.h"
#include "translate/batches.h"
#include "translate/negative_log_likelihood.h"

namespace regard::translate {

TextScore score_text(model::Seq2SeqModel& model, std::span<const Tokens> sources,
                     std::span<const Tokens> targets, const std::function<void()>& before_batch,
                     int64_t most_tokens) {
  TORCH_CHECK(sources.size() == targets.size(), "score_text: got ", sources.size(), " sources and ",
              targets.size(), " targets");
  const torch::InferenceMode inference;
  const EvalMode eval(model);
  const auto device = device_of(model);

  std::vector<Tokens> inputs;
  std::vector<size_t> lengths;
  TextScore score;
  for (size_t line = 0; line < sources.size(); ++line) {
    inputs.push_back(decoder_input(targets[line]));
    lengths.push_back(std::max(sources[line].size(), targets[line].size()));
    score.tokens += static_cast<int64_t>(targets[line].size());
  }
  if (score.tokens == 0) return score;

  const auto most_in_batch = static_cast<size_t>(most_tokens);
  auto sum = torch::zeros({}, torch::dtype(torch::kFloat64).device(device));
  for (const auto& batch : batches_of_like_length(lengths, lengths.size(), most_in_batch)) {
    before_batch();
    std::vector<const Tokens*> source, input, labels;
    for (const size_t line : batch) {
      source.push_back(&sources[line]);
      input.push_back(&inputs[line]);
      labels.push_back(&targets[line]);
    }
    const auto memory = model.encode(padded(source, device), lengths_of(source, device));
    const auto states =
        model.decode_states(padded(input, device), memory);  // (batch, target, size)
    const auto target = padded(labels, device);              // (batch, target)
    const auto real = target != text::kPad;
    sum +=
        negative_log_likelihood(model.output_layer(), states.index({real}), target.index({real}));
  }
  score.loss = sum.item<double>() / static_cast<double>(score.tokens);
  score.perplexity = std::exp(score.loss);
  return score;
}

}  // namespace regard::translate
