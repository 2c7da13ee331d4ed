#include "scoring/score_tokens.h"

#include <numeric>
#include <utility>

#include "module_search/batches.h"
#include "translate/pieces_of.h"

namespace regard::translate {
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
                                      const std::function<void()>& before_batch) {
  const auto target_tokens = encode_targets(tokenizers, targets);
  auto log_probs =
      token_log_probs(model, encode_sources(tokenizers, sources), target_tokens, before_batch);
  std::vector<TokenScores> scores;
  for (size_t line = 0; line < target_tokens.size(); ++line) {
    scores.push_back({.pieces = pieces_of(tokenizers.target(), target_tokens[line]),
                      .log_probs = std::move(log_probs[line])});
  }
  return scores;
}

}  // namespace regard::translate
