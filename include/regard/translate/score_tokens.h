#pragma once
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "regard/model/seq2seq_model.h"
#include "regard/text/tokenizer_pair.h"

namespace regard::translate {

/// The log-probability of one given translation, token by token.
struct TokenScores {
  std::vector<std::string> pieces;  ///< of the target, eos last
  std::vector<double> log_probs;    ///< of each, given the source and the pieces before it

  double log_prob() const;  ///< of all
};

/// By teacher forcing, sources and targets line by line, in order. A model in training returns to
/// training mode. Calls `before_batch` before each batch; it may throw to end the work.
std::vector<TokenScores> score_tokens(
    model::Seq2SeqModel& model, const text::TokenizerPair& tokenizers,
    std::span<const std::string> sources, std::span<const std::string> targets,
    const std::function<void()>& before_batch = [] {});

}  // namespace regard::translate
