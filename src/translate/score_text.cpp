#include "regard/translate/score_text.h"

#include <torch/nn/functional/loss.h>

#include <algorithm>
#include <cmath>

#include "regard/text/special_tokens.h"
#include "translate/batches.h"

namespace regard::translate {
namespace {

constexpr size_t kMostTokensInBatch = 4096;
/// Of logits held at once: 16 MB.
constexpr int64_t kMostLogits = int64_t{1} << 22;

/// The sum of the negative log-likelihoods of labels (tokens), given the decoder's states (tokens,
/// size); a float64 scalar. In pieces, for the logits of a batch may be larger than the model.
torch::Tensor negative_log_likelihood(model::Seq2SeqModel& model, const torch::Tensor& states,
                                      const torch::Tensor& labels, int64_t vocab) {
  namespace F = torch::nn::functional;
  const int64_t piece = std::max<int64_t>(kMostLogits / vocab, 1);
  auto sum = torch::zeros({}, states.options().dtype(torch::kFloat64));
  for (int64_t begin = 0; begin < states.size(0); begin += piece) {
    const int64_t end = std::min(begin + piece, states.size(0));
    const auto logits = model.project(states.slice(0, begin, end)).to(torch::kFloat32);
    const auto losses = F::cross_entropy(logits, labels.slice(0, begin, end),
                                         F::CrossEntropyFuncOptions().reduction(torch::kNone));
    sum += losses.sum(torch::kFloat64);
  }
  return sum;
}

}  // namespace

TextScore score_text(model::Seq2SeqModel& model, const text::TokenizerPair& tokenizers,
                     std::span<const std::string> sources, std::span<const std::string> targets,
                     const std::function<void()>& before_batch) {
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

  auto sum = torch::zeros({}, torch::dtype(torch::kFloat64).device(device));
  for (const auto& batch : batches_of_like_length(lengths, lengths.size(), kMostTokensInBatch)) {
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
    sum += negative_log_likelihood(model, states.index({real}), target.index({real}),
                                   tokenizers.target().size());
  }
  score.loss = sum.item<double>() / static_cast<double>(score.tokens);
  score.perplexity = std::exp(score.loss);
  return score;
}

}  // namespace regard::translate
