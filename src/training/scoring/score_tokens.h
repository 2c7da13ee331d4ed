#pragma once
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "model/seq2seq_model.h"
#include "text/tokenizer_pair.h"
#include "translate/sources.h"

namespace regard::translate {

/// The log-probability of one given translation, token by token.
struct TokenScores {
  std::vector<std::string> pieces;  ///< of the target, eos last
  std::vector<double> log_probs;    ///< of each, given the source and the pieces before it

  double log_prob() const;  ///< of all
};

/// The log-probabilities of each target's tokens given its source, by teacher forcing; all end with
/// eos. A model in training returns to training mode. Calls `before_batch` before each batch; it
/// may throw to end the work.
std::vector<std::vector<double>> token_log_probs(
    model::Seq2SeqModel& model, std::span<const Tokens> sources, std::span<const Tokens> targets,
    const std::function<void()>& before_batch = [] {});

/// The same for texts, sources and targets line by line, in order.
std::vector<TokenScores> score_tokens(
    model::Seq2SeqModel& model, const text::TokenizerPair& tokenizers,
    std::span<const std::string> sources, std::span<const std::string> targets,
    const std::function<void()>& before_batch = [] {});

}  // namespace regard::translate
