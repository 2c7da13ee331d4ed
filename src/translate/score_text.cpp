#include "regard/translate/score_text.h"

#include <algorithm>
#include <cmath>

#include "regard/text/special_tokens.h"
#include "translate/batches.h"
#include "translate/negative_log_likelihood.h"

namespace regard::translate {

TextScore score_text(model::Seq2SeqModel& model, const text::TokenizerPair& tokenizers,
                     std::span<const std::string> sources, std::span<const std::string> targets,
                     const std::function<void()>& before_batch, int64_t most_tokens) {
  TORCH_CHECK(sources.size() == targets.size(), "score_text: got ", sources.size(), " sources and ",
              targets.size(), " targets");
  const torch::InferenceMode inference;
  const EvalMode eval(model);
  const auto device = device_of(model);

  std::vector<Tokens> source_tokens, target_inputs, target_labels;
  std::vector<size_t> lengths;
  TextScore score;
  for (size_t line = 0; line < sources.size(); ++line) {
    source_tokens.push_back(tokenizers.encode_source(sources[line]));
    auto labels = tokenizers.encode_target(targets[line]);
    Tokens input = {text::kBos};
    input.insert(input.end(), labels.begin(), labels.end() - 1);
    lengths.push_back(std::max(source_tokens.back().size(), labels.size()));
    score.tokens += static_cast<int64_t>(labels.size());
    target_inputs.push_back(std::move(input));
    target_labels.push_back(std::move(labels));
  }
  if (score.tokens == 0) return score;

  const auto most_in_batch = static_cast<size_t>(most_tokens);
  auto sum = torch::zeros({}, torch::dtype(torch::kFloat64).device(device));
  for (const auto& batch : batches_of_like_length(lengths, lengths.size(), most_in_batch)) {
    before_batch();
    std::vector<const Tokens*> source, input, labels;
    for (const size_t line : batch) {
      source.push_back(&source_tokens[line]);
      input.push_back(&target_inputs[line]);
      labels.push_back(&target_labels[line]);
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
