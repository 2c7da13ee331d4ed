#pragma once
#include <torch/types.h>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/language_model.h"
#include "model/seq2seq_model.h"
#include "nn/linear.h"
#include "text/tokenizer_pair.h"
#include "translate/sources.h"

namespace regard::translate {

/// The sum of the negative log-likelihoods of labels (tokens), int64, given the states (tokens,
/// size) before the output layer; padding does not count. Returns a float64 scalar. Works in
/// chunks, because the logits of a whole batch may take more memory than all of training.
torch::Tensor negative_log_likelihood(nn::OutputLayer& output_layer, const torch::Tensor& states,
                                      const torch::Tensor& labels);

/// Likelihood of given translations under a model.
struct TextScore {
  /// Mean negative log-likelihood of a target token, ends of sentence included; no label smoothing.
  double loss = 0.0;
  double perplexity = 1.0;  ///< exp(loss)
  int64_t tokens = 0;       ///< target tokens, ends of sentence included
};

/// Scores translations by teacher forcing. Line n of `sources` and line n of `targets` are a pair;
/// each ends with eos. Restores the model's training mode. Calls `before_batch` before each batch;
/// it may throw to stop the work. A batch has at most `most_tokens` per side, padding included, or
/// is a single line; smaller batches take less memory.
TextScore score_text(
    model::Seq2SeqModel& model, std::span<const Tokens> sources, std::span<const Tokens> targets,
    const std::function<void()>& before_batch = [] {}, int64_t most_tokens = 4096);

/// The loss of a language model on a text, each token given the preceding ones; the first follows
/// an eos. A recurrent model carries its state through the text; a Transformer reads `steps` tokens
/// at a time, each segment separately. A text of more than a few thousand tokens is split into up
/// to 16 rows read in parallel, each from the initial state. Restores the model's training mode.
/// Calls `before_batch` before each segment; it may throw to stop the work.
TextScore score_stream(
    model::LanguageModel& model, std::span<const int32_t> tokens, int64_t steps,
    const std::function<void()>& before_batch = [] {});

/// The log-probability of one given translation, token by token.
struct TokenScores {
  std::vector<std::string> pieces;  ///< pieces of the target, eos last
  std::vector<double> log_probs;    ///< one for each piece, given the source and earlier pieces

  double log_prob() const;  ///< sum of `log_probs`
};

/// The log-probabilities of each target's tokens given its source, by teacher forcing; sources and
/// targets end with eos. Restores the model's training mode. Calls `before_batch` before each
/// batch; it may throw to stop the work.
std::vector<std::vector<double>> token_log_probs(
    model::Seq2SeqModel& model, std::span<const Tokens> sources, std::span<const Tokens> targets,
    const std::function<void()>& before_batch = [] {});

/// The token scores of line pairs, in order. `tag` is put before each source (search.tag).
std::vector<TokenScores> score_tokens(model::Seq2SeqModel& model,
                                      const text::TokenizerPair& tokenizers,
                                      std::span<const std::string> sources,
                                      std::span<const std::string> targets,
                                      std::optional<int64_t> tag = {});

}  // namespace regard::translate
