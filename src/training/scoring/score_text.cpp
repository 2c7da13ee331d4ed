#include "scoring/score_text.h"

#include <torch/nn/functional/loss.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "module_search/batches.h"
#include "text/tokenizer_pair.h"
#include "translate/plan.h"
#include "translate/word_alignment.h"

namespace regard::translate {
namespace {

/// Logits held at once: 16 MB.
constexpr int64_t kMostLogits = int64_t{1} << 22;

}  // namespace

torch::Tensor negative_log_likelihood(nn::OutputLayer& output_layer, const torch::Tensor& states,
                                      const torch::Tensor& labels) {
  namespace F = torch::nn::functional;
  const int64_t piece = std::max<int64_t>(kMostLogits / output_layer->weight.size(0), 1);
  auto sum = torch::zeros({}, states.options().dtype(torch::kFloat64));
  for (int64_t begin = 0; begin < states.size(0); begin += piece) {
    const int64_t end = std::min(begin + piece, states.size(0));
    const auto logits = output_layer(states.slice(0, begin, end)).to(torch::kFloat32);
    const auto losses = F::cross_entropy(
        logits, labels.slice(0, begin, end),
        F::CrossEntropyFuncOptions().ignore_index(text::kPad).reduction(torch::kNone));
    sum += losses.sum(torch::kFloat64);
  }
  return sum;
}

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

namespace {

constexpr int64_t kMostRows = 16;
/// Large enough that the first tokens of a row, which lack context, have little weight.
constexpr int64_t kTokensOfARow = 1024;

/// A text and the token to predict at each position, in rows read in parallel: (rows, length),
/// int64. The last row is padded.
struct Rows {
  torch::Tensor input, labels;
};

Rows rows_of(std::span<const int32_t> tokens) {
  const auto count = static_cast<int64_t>(tokens.size());
  const int64_t rows = std::clamp<int64_t>(count / kTokensOfARow, 1, kMostRows);
  const int64_t length = (count + rows - 1) / rows;
  auto labels = torch::full({rows * length}, text::kPad, torch::kInt64);
  auto input = labels.clone();
  std::copy(tokens.begin(), tokens.end(), labels.mutable_data_ptr<int64_t>());
  auto* first = input.mutable_data_ptr<int64_t>();
  *first = text::kEos;
  std::copy(tokens.begin(), tokens.end() - 1, first + 1);
  return {input.view({rows, length}), labels.view({rows, length})};
}

}  // namespace

TextScore score_stream(model::LanguageModel& model, std::span<const int32_t> tokens, int64_t steps,
                       const std::function<void()>& before_batch) {
  TORCH_CHECK(steps >= 1, "score_stream: steps must be at least 1, got ", steps);
  TextScore score;
  score.tokens = static_cast<int64_t>(tokens.size());
  if (tokens.empty()) return score;
  const torch::InferenceMode inference;
  const EvalMode eval(model);
  const auto device = device_of(model);
  const auto [input, labels] = rows_of(tokens);
  const int64_t rows = input.size(0), length = input.size(1);

  auto sum = torch::zeros({}, torch::dtype(torch::kFloat64).device(device));
  auto state = model.start(rows);
  for (int64_t begin = 0; begin < length; begin += steps) {
    before_batch();
    if (!model.is_recurrent()) state = model.start(rows);
    const int64_t end = std::min(begin + steps, length);
    const auto states = model.states(input.slice(1, begin, end).to(device), state);
    sum += negative_log_likelihood(model.output_layer(), states.flatten(0, 1),
                                   labels.slice(1, begin, end).flatten().to(device));
  }
  score.loss = sum.item<double>() / static_cast<double>(score.tokens);
  score.perplexity = std::exp(score.loss);
  return score;
}

namespace {

/// The logits of a batch are held at once: 128 MB with a vocabulary of 32,000 pieces.
constexpr size_t kMostTokensScored = 1024;

}  // namespace

double TokenScores::log_prob() const {
  return std::accumulate(log_probs.begin(), log_probs.end(), 0.0);
}

std::vector<std::vector<double>> token_log_probs(model::Seq2SeqModel& model,
                                                 std::span<const Tokens> sources,
                                                 std::span<const Tokens> targets,
                                                 const std::function<void()>& before_batch) {
  const torch::InferenceMode inference;
  const EvalMode eval(model);
  std::vector<std::vector<double>> found(sources.size());
  const auto score_batch = [&](const PairBatch& batch) {
    before_batch();
    const auto memory = model.encode(batch.source, batch.source_lengths);
    const auto log_probs = model.decode(batch.target_input, memory)
                               .log_softmax(-1, torch::kFloat32)
                               .gather(2, batch.target.unsqueeze(2))
                               .squeeze(2)
                               .to(torch::kCPU, torch::kFloat64);  // (batch, target)
    for (size_t row = 0; row < batch.numbers.size(); ++row) {
      const size_t number = batch.numbers[row];
      const auto numbers = log_probs[static_cast<int64_t>(row)].contiguous();
      found[number].assign(numbers.const_data_ptr<double>(),
                           numbers.const_data_ptr<double>() + targets[number].size());
    }
  };
  for_each_batch(sources, targets, sources.size(), kMostTokensScored, device_of(model),
                 score_batch);
  return found;
}

std::vector<TokenScores> score_tokens(model::Seq2SeqModel& model,
                                      const text::TokenizerPair& tokenizers,
                                      std::span<const std::string> sources,
                                      std::span<const std::string> targets,
                                      std::optional<int64_t> tag) {
  auto source_tokens = encode_sources(tokenizers, sources);
  put_first(tag, source_tokens);
  const auto target_tokens = encode_targets(tokenizers, targets);
  auto log_probs = token_log_probs(model, source_tokens, target_tokens);
  std::vector<TokenScores> scores;
  for (size_t line = 0; line < target_tokens.size(); ++line) {
    scores.push_back({.pieces = pieces_of(tokenizers.target(), target_tokens[line]),
                      .log_probs = std::move(log_probs[line])});
  }
  return scores;
}

}  // namespace regard::translate
