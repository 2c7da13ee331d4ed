#include "regard/translate/score_tokens.h"

#include <algorithm>
#include <numeric>

#include "translate/batches.h"
#include "translate/pieces_of.h"

namespace regard::translate {
namespace {

/// With the logits, which are held here whole, of a vocabulary of 32,000 pieces: 128 MB.
constexpr size_t kMostTokensScored = 1024;

}  // namespace

double TokenScores::log_prob() const {
  return std::accumulate(log_probs.begin(), log_probs.end(), 0.0);
}

std::vector<TokenScores> score_tokens(model::Seq2SeqModel& model,
                                      const text::TokenizerPair& tokenizers,
                                      std::span<const std::string> sources,
                                      std::span<const std::string> targets,
                                      const std::function<void()>& before_batch) {
  TORCH_CHECK(sources.size() == targets.size(), "score_tokens: got ", sources.size(),
              " sources and ", targets.size(), " targets");
  const torch::InferenceMode inference;
  const EvalMode eval(model);
  const auto device = device_of(model);
  std::vector<Tokens> source_tokens, inputs, labels;
  std::vector<size_t> lengths;
  for (size_t line = 0; line < sources.size(); ++line) {
    source_tokens.push_back(tokenizers.encode_source(sources[line]));
    labels.push_back(tokenizers.encode_target(targets[line]));
    inputs.push_back(decoder_input(labels.back()));
    lengths.push_back(std::max(source_tokens.back().size(), labels.back().size()));
  }
  std::vector<TokenScores> scores(sources.size());
  for (const auto& batch : batches_of_like_length(lengths, lengths.size(), kMostTokensScored)) {
    before_batch();
    std::vector<const Tokens*> source, input, label;
    for (const size_t line : batch) {
      source.push_back(&source_tokens[line]);
      input.push_back(&inputs[line]);
      label.push_back(&labels[line]);
    }
    const auto memory = model.encode(padded(source, device), lengths_of(source, device));
    const auto log_probs = model.decode(padded(input, device), memory)
                               .log_softmax(-1, torch::kFloat32)
                               .gather(2, padded(label, device).unsqueeze(2))
                               .squeeze(2)
                               .to(torch::kCPU, torch::kFloat64);  // (batch, target)
    for (size_t row = 0; row < batch.size(); ++row) {
      auto& score = scores[batch[row]];
      const Tokens& tokens = *label[row];
      const auto numbers = log_probs[static_cast<int64_t>(row)].contiguous();
      score.log_probs.assign(numbers.const_data_ptr<double>(),
                             numbers.const_data_ptr<double>() + tokens.size());
      score.pieces = pieces_of(tokenizers.target(), tokens);
    }
  }
  return scores;
}

}  // namespace regard::translate
